// What does a peer cost that no longer starts?

export async function run(): Promise<void> {
  throw new Error('The peer has moved.')
}
