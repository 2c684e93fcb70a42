import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { digestOfText } from '../tools/response-digest.js'
import { joinLog } from './join-log.js'

function entry(seq: number, digest: string, status = 200): JsonObject {
  return { seq, action: { kind: 'call' }, response: { status, digest } }
}

function result(extra: JsonObject): JsonObject {
  return { source_call_id: 'c', content: '', extra }
}

it('joins the results of calls with the entries of the log, each once and in their order', () => {
  const log = [
    { seq: 1, action: { kind: 'scenario' }, response: null },
    entry(2, 'a'),
    entry(3, 'b', 404),
    entry(4, 'a'),
    { seq: 5, action: { kind: 'seal' }, response: null },
  ]
  const results = [
    result({ status: 200, body_sha256: 'a' }),
    result({ is_error: true }),
    result({ status: 200, body_sha256: 'b' }),
    result({ status: 404, body_sha256: 'b' }),
    result({ status: 200, body_sha256: 'a' }),
    result({ status: 200, body_sha256: 'a' }),
  ]
  const steps: JsonObject[] = [
    { step_id: 1, source: 'user', message: 'Do it.' },
    { step_id: 2, source: 'agent', message: '', observation: { results } },
  ]
  const joined = joinLog({ schema_version: 'ATIF-v1.7', agent: {}, steps }, log)
  const { observation } = joined.steps[1] ?? {}
  const numbers = (observation as { readonly results: readonly { readonly extra: JsonObject }[] }).results.map(
    ({ extra }) => extra.log_seq,
  )
  expect(numbers).toEqual([2, undefined, undefined, 3, 4, undefined])
  expect(joined.steps[0]).toEqual(steps[0])
})

it('reads the response from the text of a result that another program wrote', () => {
  const body = '{"id":"p1","name":"\ud800"}'
  const text = `{"status":200,"content_type":"application/fhir+json","body":${body}}`
  const observed = (content: JsonObject['content']) => ({
    step_id: 1,
    source: 'agent',
    message: '',
    observation: { results: [{ content: content ?? null }] },
  })
  const contents = [text, [{ type: 'text', text }], 'another text', '', null, '{"status":"no number"}', 7]
  const steps: JsonObject[] = contents.map(observed)
  const log = [entry(1, digestOfText(body)), entry(2, digestOfText(body)), entry(3, digestOfText(body))]
  const joined = joinLog({ schema_version: 'ATIF-v1.7', agent: {}, steps }, log)
  expect(joined.steps.slice(0, 2)).toMatchObject(
    [1, 2].map((seq) => ({ observation: { results: [{ extra: { status: 200, log_seq: seq } }] } })),
  )
  expect(joined.steps.slice(2)).toEqual(steps.slice(2))
})

it('joins a page of the workstation with the first of its responses that has an entry', () => {
  const page = (...digests: readonly string[]) =>
    result({ responses: digests.map((digest) => ({ status: 200, body_sha256: digest })) })
  const results = [page('unknown', 'read'), page('write', 'read'), page('unknown'), page('read')]
  const log = [entry(1, 'read'), entry(2, 'write'), entry(3, 'read')]
  const steps: JsonObject[] = [{ step_id: 1, source: 'agent', message: '', observation: { results } }]
  const joined = joinLog({ schema_version: 'ATIF-v1.7', agent: {}, steps }, log)
  expect(joined.steps[0]).toMatchObject({
    observation: {
      results: [{ extra: { log_seq: 1 } }, { extra: { log_seq: 2 } }, results[2], { extra: { log_seq: 3 } }],
    },
  })
})
