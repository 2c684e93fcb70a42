const systemSpeakers: ReadonlySet<string> = new Set(['agent', 'ivr', 'voice mail'])

/** Throws an Error if the name of a person in transcripts is reserved, or one of `others`. */
export function assertSpeaker(name: string, place: string, others: readonly string[] = []): void {
  if (systemSpeakers.has(name) || others.includes(name)) {
    throw new Error(`${place}: expected a name that no other speaker has, got ${name}.`)
  }
}
