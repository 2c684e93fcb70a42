import type { AgentCall, AgentCalls, Knowledge } from './sequence.js'

/** Texts that an agent sends, one in each call. */
export interface Texts {
  readonly count: number
  at(number: number): string
}

/** Generates the calls that send texts to a system. */
export type Writer = (knowledge: Knowledge, group: string, texts: Texts) => AgentCalls

export const json = 'application/json'
export const fhirJson = 'application/fhir+json'

/** Returns a writer that sends each text in a call that `make` returns for it. */
export function each(make: (text: string, number: number, group: string) => Omit<AgentCall, 'group'>): Writer {
  return function* (_, group, texts) {
    for (let number = 0; number < texts.count; number++) yield { group, ...make(texts.at(number), number, group) }
  }
}

/** Returns a call that posts a value as JSON. */
export function post(body: unknown, path = '', type = json): Omit<AgentCall, 'group'> {
  return { method: 'POST', path, type, body: JSON.stringify(body) }
}
