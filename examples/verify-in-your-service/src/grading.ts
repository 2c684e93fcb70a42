import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { verify } from '@carebench/systems/verifier'
import { readSubmission } from './submission.js'

/** An HTTP response: status, and body to be written as JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The criteria of the verifier: labels, weights and assertions. */
export type Criteria = Parameters<typeof verify>[0]['criteria']

/** Grades a submission, any JSON. The status is 400 if it has no answer, 500 if a criterion cannot be judged. */
export function grade(criteria: Criteria, received: unknown): Answer {
  const submission = readSubmission(received)
  if ('fault' in submission) return { status: 400, body: { error: submission.fault } }
  const { score, verdict, criterion_runs: runs } = verify({ criteria, evidence: submission.evidence })
  // A criterion that failed with an error, or is invalid, is our mistake and not the submitter's, so there is no grade.
  // The response names the criteria to mend.
  const broken = runs
    .filter(({ outcome }) => outcome === 'errored' || outcome === 'unsupported')
    .map(({ label, details }) => ({ label, details }))
  if (score === null || broken.length > 0) {
    return { status: 500, body: { error: 'This submission could not be graded.', broken } }
  }
  const checks = runs.map(({ label, outcome, score: points, details }) => ({ label, outcome, score: points, details }))
  // A text that cannot be read either way excludes `pass`, and somebody decides.
  const review = runs.filter(({ outcome }) => outcome === 'undecided').map(({ label }) => label)
  return { status: 200, body: { score, verdict, checks, review } }
}

const maxBytes = 1_000_000

/** Creates a server that grades submissions, `POST /grades` with JSON of at most 1 MB. It does not listen yet. */
export function createGradingServer(criteria: Criteria): Server {
  return createServer((request, response) => {
    void answer(criteria, request)
      .catch((): Answer => ({ status: 400, body: { error: 'The body must be JSON of at most 1 MB.' } }))
      .then((result) => send(response, result))
  })
}

async function answer(criteria: Criteria, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'POST' || request.url !== '/grades') {
    return { status: 404, body: { error: 'POST /grades grades a submission.' } }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.byteLength
    if (size > maxBytes) throw new RangeError('The body is too large.')
    chunks.push(chunk)
  }
  return grade(criteria, JSON.parse(Buffer.concat(chunks).toString('utf8')))
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
