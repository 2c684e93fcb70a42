import type { RequirementId } from './requirements.js'

const commandLine = 'It is of the command carebench serve, not of a server: nothing that is asked over HTTP could tell.'
const files = 'It is of files that carebench verify reads; the scoring vectors of this package check it.'

/** Requirements that no request can show, and why. A check of one of them counts all the same. */
export const notObservable: Readonly<Partial<Record<RequirementId, string>>> = {
  'serving.ready-line': commandLine,
  'serving.free-port': commandLine,
  'serving.fixtures': commandLine,
  'serving.fresh-organization': commandLine,
  'serving.signals': commandLine,
  'serving.wrong-use': commandLine,
  'evidence.parts': files,
  'evidence.not-observed': files,
  'evidence.observed-empty': files,
  'evidence.verify-answer': files,
  'checks.unsupported': 'No criterion that a server takes lacks the evidence it needs; the scoring vectors check it.',
  'errors.code-internal': 'A server that is right gives nobody a way to make it fail inside.',
  'errors.code-rate-limited': 'Limits are configured, and a check that provokes them would disturb others.',
  'completion.verification-fails': 'A server that is right gives nobody a way to break its verification.',
  'completion.verified-again': 'It follows a verification that has broken, which nobody can bring about from outside.',
  'browser.finishes': 'It needs a browser with its keyboard and its screen.',
  'browser.accessible': 'It needs a browser that lays pages out.',
}
