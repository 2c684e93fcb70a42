/** Runs a step of a check, and prints its name and how long it took. */
export async function step(name: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`ok  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
