import type { EvidenceSnapshot, LogEntry, RecordedEffect } from '@carebench/protocol'
import { makeCall, makeEvidence, makeTaskRecord } from './make-records.js'
import type { MadeTrial } from './make-results.js'

// For tests only: trials with agents and documents that attack the reader of their texts.

/** Markup that would run, escapes of a terminal, changes of direction, and a very long word. */
export const harm =
  `</script></style><script>document.title='run'</script><img src=x ` +
  `onerror="document.title='run'">"'\`\u001b[2J\u001b]0;run\u0007\u009b31m\u202egpj.exe\u2066\0\ud800${'w'.repeat(600)}`

/**
 * Creates the trials of two agents on two tasks, with {@link harm} as every text. One trial is unscored, one has no
 * conversation.
 */
export function makeHostileTrials(): readonly MadeTrial[] {
  const text = harm
  const attached = { document_type: text, file_name: text, media_type: text, text, content_base64: null }
  const put = {
    op: 'put',
    resource: { resourceType: 'DocumentReference', id: text, status: text, attached },
    method: 'POST',
  }
  const turn = { speaker: text, text, at: '2026-03-02T09:00:04.000Z' }
  const call = { id: text, to: text, from: text, place: { at: 'ended', due: null }, started_at: turn.at }
  const log: readonly LogEntry[] = [
    makeCall(1, { path: text, status: 422 }),
    withEffect(makeCall(2, { path: text, method: 'POST' }), { simulator: 'FHIR', effect: put }),
    makeCall(3, { path: text }),
    withEffect(makeCall(4, { path: text, method: 'POST' }), {
      simulator: 'Voice',
      effect: { op: 'advance', head: call, turns: [turn, { ...turn, speaker: 'agent' }] },
    }),
  ]
  const voice = [{ call_id: text, to_number: text, status: 'ended', turns: [turn] }]
  const record = makeTaskRecord({
    name: text,
    log,
    instruction: text,
    evidence: {
      ...makeEvidence(text),
      initial: { fhir: [], voice: [] },
      fhir: [put.resource],
      voice,
      events: [],
    } as EvidenceSnapshot,
    environment: {
      seeded_at: '2026-03-02T09:00:00.000Z',
      simulators: ['FHIR', 'Voice'].map((type) => ({ type, name: type, config: {} })),
      datasets: [],
    },
    criteria: [
      { id: text, label: text, assertion: { assert: 'output-match', fields: [{ path: 'status', expected: [text] }] } },
      {
        id: 'guard',
        label: text,
        guard: true,
        severity: 'critical',
        assertion: { assert: 'no-collateral', allow: [] },
      },
    ],
  })
  const trajectory = {
    schema_version: 'ATIF-v1.7',
    agent: { name: text, version: text },
    steps: ['system', 'user', 'agent'].map((source, index) => ({
      step_id: index + 1,
      source,
      timestamp: text,
      message: text,
      reasoning_content: text,
      ...(source === 'agent' && {
        tool_calls: [{ tool_call_id: text, function_name: text, arguments: { [text]: text } }],
        observation: { results: [{ source_call_id: text, content: text, extra: { status: 422, log_seq: 1 } }] },
      }),
    })),
  }
  const ended = { kind: 'completed', reason: 'done', message: text } as const
  const model = { requested: text, responded: [text], provider: text, base_url_host: text }
  return [
    { agent: text, task: text, trial: 1, record, trajectory, result: { ended, model, isolation: text } },
    { agent: text, task: 'b', trial: 1, record: makeTaskRecord({ name: 'b', log }), result: { ended } },
    { agent: 'fine', task: text, trial: 1, record: makeTaskRecord({ name: text, id: 'tr_2' }) },
    { agent: 'fine', task: 'b', trial: 1, result: { ended: { kind: 'infra', reason: 'network', message: text } } },
  ]
}

function withEffect(entry: LogEntry, effect: RecordedEffect): LogEntry {
  return { ...entry, effects: [effect] }
}
