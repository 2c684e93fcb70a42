/** Does a part of the work, and says that it is done and how long it took. */
export async function step(name: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`ok  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
