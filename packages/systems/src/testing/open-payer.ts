import { createSeededRandom, type JsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import { payerSimulator as payer } from '../payer/behaviour.js'
import type { PayerConfig } from '../payer/config.js'

// For tests of this package only.

/** Returns the clock, the given number of seconds after its start. */
export function at(seconds = 0): string {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString()
}

export const lumbarMri: JsonObject = {
  patient_member_id: 'MBR-1001',
  patient_name: 'Jordan Sample',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-02-14',
}

export const payerConfig: PayerConfig = {
  portal: 'standard',
  accept_unknown_members: true,
  determinations: [
    { patient_member_id: 'MBR-9', status: 'denied', reason: 'Not covered by the plan.' },
    { procedure_code: '72148', status: 'approved', requires: ['clinical_note', 'imaging_report'] },
    { procedure_code: '27447', status: 'approved', delay_seconds: 60 },
  ],
}

/** Returns a payer with a clock that also does the host's work: due effects first, then the call, then apply. */
export function openPayer(config: PayerConfig = payerConfig, rows: JsonObject = {}) {
  const seeded = payer.seed(config, [{ type: 'Portal', config: { rows } }], { at: at(), random: createSeededRandom(1) })
  const state = payer.fork(seeded)
  let seq = 0
  const call = (method: string, path: string, json?: JsonValue, seconds = 0) => {
    const [bare = '', query = ''] = path.split('?')
    const sent: SimulatorCall = { method, path: bare, query, headers: {}, body: json === undefined ? null : { json } }
    const context = { at: at(seconds), random: createSeededRandom(7, ++seq) }
    const due = payer.due(state, context)
    for (const effect of due.effects) payer.apply(state, effect)
    const outcome = payer.handle(state, 'portal', sent, context)
    for (const effect of outcome.effects) payer.apply(state, effect)
    const { body, status } = outcome.response
    return { status, json: (body && 'json' in body ? body.json : null) as JsonObject, outcome, due }
  }
  return { state, seeded, call }
}
