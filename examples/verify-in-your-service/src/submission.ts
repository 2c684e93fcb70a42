import type { verify } from '@carebench/systems/verifier'

/** What was handed in, or what is wrong with it. */
export type Submission = { readonly evidence: Parameters<typeof verify>[0]['evidence'] } | { readonly fault: string }

/**
 * Reads a submission: `{"answer": any JSON}`, and turns it into the evidence that criteria look at. Your service knows
 * more than this one: put rows of your database under `portal`, resources under `fhir`, files under `files`.
 */
export function readSubmission(received: unknown): Submission {
  if (typeof received !== 'object' || received === null || !Object.hasOwn(received, 'answer')) {
    return { fault: 'Expected {"answer": …}, for example {"answer":{"code":"72148"}}.' }
  }
  return { evidence: { version: 1, output: Reflect.get(received, 'answer') } }
}
