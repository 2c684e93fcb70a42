import type { verify } from '@carebench/systems/verifier'

/** The evidence of a submission, or why it cannot be read. */
export type Submission = { readonly evidence: Parameters<typeof verify>[0]['evidence'] } | { readonly fault: string }

/**
 * Converts a submission, `{"answer": any JSON}`, into the evidence that criteria examine. Your service has more
 * evidence: put rows of your database under `portal`, resources under `fhir`, files under `files`.
 */
export function readSubmission(received: unknown): Submission {
  if (typeof received !== 'object' || received === null || !Object.hasOwn(received, 'answer')) {
    return { fault: 'Expected {"answer": …}, for example {"answer":{"code":"72148"}}.' }
  }
  return { evidence: { version: 1, output: Reflect.get(received, 'answer') } }
}
