import type { SimulatorCall } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { normalizePhoneNumber, queriedPhoneNumber } from '../addresses/phone-number.js'
import { show } from '../json-shape.js'
import { findPeople, type PatientContact } from '../patient/interview.js'
import { directions } from '../rest/described-list.js'
import { jsonAnswer, refuse, refuseMethod, unchanged } from '../rest/json-answer.js'
import { answerFilteredList } from '../rest/list-filters.js'
import { readBody } from '../rest/read-json.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { secondsAfter } from '../timeline.js'
import { startedEvent } from './events.js'
import type { TurnInput } from './menu-input.js'
import { callExample, emptyForm, turnExample, turnForm } from './model/call-forms.js'
import {
  type CallHead,
  type CallRow,
  callStatuses,
  callToWire,
  drawCallId,
  type PersonRef,
  readStatus,
} from './model/call-row.js'
import type { ExchangePlan } from './model/exchange-plan.js'
import { Scene } from './scene.js'
import type { VoiceEffect, VoiceState } from './state.js'
import { answerTurn } from './talk.js'

// Accepts more spellings of numbers than the declared schema.
const dialForm = Type.Object({ to: Type.String({ maxLength: 64 }) }, { additionalProperties: false })

/** Maximum number of turns of one call. */
const maxTurns = 2000

/**
 * Responds to a call under `voice/`:
 *
 * - `POST calls {to}`: 201 with the call and, in `heard`, what the answering party says
 * - `POST calls/{id}/turns` of `{text}`, `{dtmf}` or `{silence:true}`: 200 with the call and what was said since
 * - `POST calls/{id}/answer`: takes a call that rings; 200 with the call and what the caller says
 * - `POST calls/{id}/hangup`: 200 with the call
 * - `GET calls`: a page of calls; `GET calls/{id}`: a call with all its `turns`
 *
 * Errors are `{"error":{"code","message"}}`: 400 a malformed body or query, 404 no such path or call, 405 with `allow`,
 * 409 a call that has ended or is not answered, 415 a body that is not JSON. Accepts any call and never throws.
 */
export function handleVoiceCall(
  state: VoiceState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<VoiceEffect> {
  const { method, path } = call
  const [calls, id, action, ...rest] = path.split('/')
  if (calls !== 'calls' || rest.length > 0 || id === '') return noSuchPath(path)
  if (id === undefined) {
    if (method === 'POST') return dial(state, call, context)
    if (method !== 'GET') return refuseMethod(method, path, ['GET', 'POST'])
    const newestFirst = [...state.calls.values()]
      .map(({ head }, index) => ({ rank: index + 1, item: callToWire(head, readSpeaker(state.plan, head)) }))
      .reverse()
    const filters = { to: queriedPhoneNumber, from: queriedPhoneNumber, status: callStatuses, direction: directions }
    return answerFilteredList(call.query, 'voice/calls', filters, newestFirst, (item) => item)
  }
  if (action !== undefined && action !== 'turns' && action !== 'hangup' && action !== 'answer') return noSuchPath(path)
  const taken = action === undefined ? 'GET' : 'POST'
  if (method !== taken) return refuseMethod(method, `calls/{id}${action === undefined ? '' : `/${action}`}`, [taken])
  const row = state.calls.get(id)
  if (row === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no call ${show(id)}.`)
  if (action === undefined) {
    const { head, turns } = row
    return unchanged(jsonAnswer(200, { ...callToWire(head, readSpeaker(state.plan, head)), turns }))
  }
  if (action === 'turns') return takeTurn(state, row, call, context)
  return actIn(state, row, call, context, action === 'answer' ? takeCall : hangUp)
}

function dial(state: VoiceState, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<VoiceEffect> {
  const form = readBody(dialForm, call.body, callExample)
  if ('refusal' in form) return form.refusal
  const to = normalizePhoneNumber(form.value.to)
  if (to === undefined) {
    const got = show(form.value.to)
    return refuse('INVALID_REQUEST', `to must be a telephone number, for example +15550100142, got ${got}.`)
  }
  const { plan } = state
  const head: CallHead = {
    id: drawCallId(context.random),
    to,
    from: plan.fromNumber,
    place: { at: 'ended', due: null },
    outcome: null,
    ended_by: null,
    started_at: context.at,
    ended_at: null,
    cut_at: secondsAfter(context.at, plan.maxCallSeconds),
    told: 0,
    used: {},
  }
  const scene = new Scene(plan, head, context.at, [startedEvent(head)])
  takeUp(scene, to, context)
  return answerWith(scene, [], 201)
}

/** Lets the party at a number answer: the configured one, else the patient, else the menus, if they have the number. */
function takeUp(scene: Scene, to: string, { ask }: SimulatorContext): void {
  const { lines, ivr } = scene.plan
  const line = lines.get(to)
  if (line !== undefined) {
    const { persona, menu, queue, busy } = line
    if (persona !== undefined) scene.go({ persona })
    else if (menu !== undefined) scene.go({ menu })
    else if (queue !== undefined) scene.go({ queue })
    else scene.end('system', busy === true ? 'busy' : 'no_answer')
    return
  }
  const person = ask && findPeople(ask).find(({ addresses }) => addresses.voice.includes(to))
  if (person !== undefined) scene.meetPerson(toRef(person), person.reach)
  else if (ivr === undefined || ivr.numbers?.has(to) === false) scene.end('system', 'no_answer')
  else if (ivr.isOpen(scene.at)) scene.go({ menu: ivr.start })
  else scene.conclude(ivr.closed, 'We are closed. Please call again during our opening hours.')
}

function toRef({ person, speaker, greeting }: PatientContact): PersonRef {
  return { ...(person !== undefined && { person }), speaker, greeting }
}

/** Takes a ringing call; returns the rejection if it does not ring. */
function takeCall(scene: Scene): SimulatorOutcome<never> | undefined {
  const { head } = scene
  if (head.place.at !== 'ringing') {
    return refuse('CONFLICT', `Only a call that rings can be answered; it is ${readStatus(head)}.`)
  }
  scene.answer(head.place.callee)
  return undefined
}

function hangUp(scene: Scene): undefined {
  scene.end('agent', scene.head.place.at === 'ringing' ? 'missed' : 'ended')
}

/** Runs `act` on a call that has not ended; the request must have no content. `act` returns the rejection, if any. */
function actIn(
  state: VoiceState,
  { head, turns }: CallRow,
  call: SimulatorCall,
  context: SimulatorContext,
  act: (scene: Scene) => SimulatorOutcome<never> | undefined,
): SimulatorOutcome<VoiceEffect> {
  const refusal = refuseContent(call)
  if (refusal !== undefined) return refusal
  if (head.place.at === 'ended') return hasEnded(head)
  const scene = new Scene(state.plan, head, context.at)
  return act(scene) ?? answerWith(scene, turns, 200)
}

function takeTurn(
  state: VoiceState,
  row: CallRow,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<VoiceEffect> {
  const form = readBody(turnForm, call.body, { text: '…' }, turnExample, { silence: true })
  if ('refusal' in form) return form.refusal
  const { head, turns } = row
  if (head.place.at === 'ended') return hasEnded(head)
  if (head.place.at === 'ringing') return refuse('CONFLICT', 'The call rings; take it with POST calls/{id}/answer.')
  if (turns.length >= maxTurns) return refuse('CONFLICT', `A call takes at most ${maxTurns} turns; hang up.`)
  const input = toInput(form.value)
  const scene = new Scene(state.plan, head, context.at)
  if (input.kind === 'text') scene.say('agent', input.text)
  else if (input.kind === 'dtmf') scene.say('agent', input.keys, true)
  answerTurn(scene, row, input, context)
  return answerWith(scene, turns, 200)
}

function refuseContent({ body }: SimulatorCall): SimulatorOutcome<never> | undefined {
  if (body === null) return undefined
  const form = readBody(emptyForm, body, {})
  return 'refusal' in form ? form.refusal : undefined
}

/** Responds with the call as it is now, and what others have said since the last response to the agent. */
function answerWith(scene: Scene, before: CallRow['turns'], status: 200 | 201): SimulatorOutcome<VoiceEffect> {
  const all = [...before, ...scene.turns]
  const heard = all.slice(scene.head.told).filter(({ speaker }) => speaker !== 'agent')
  scene.head = { ...scene.head, told: all.length }
  const { head } = scene
  const json = { ...callToWire(head, readSpeaker(scene.plan, head)), heard }
  return {
    response: jsonAnswer(status, json, status === 201 ? { location: `calls/${head.id}` } : {}),
    effects: [scene.effect()],
    events: scene.events,
  }
}

function toInput({ text, dtmf }: Static<typeof turnForm>): TurnInput {
  if (text !== undefined) return { kind: 'text', text }
  return dtmf === undefined ? { kind: 'silence' } : { kind: 'dtmf', keys: dtmf }
}

/** Returns the name of the other party; null if there is none. */
function readSpeaker(plan: ExchangePlan, { place }: CallHead): string | null {
  if (place.at === 'menu') return 'ivr'
  if (place.at === 'patient') return place.person?.speaker ?? 'patient'
  if (place.at === 'voice_mail') return 'voice mail'
  return place.at === 'persona' ? (plan.personas.get(place.persona)?.speaker ?? null) : null
}

function hasEnded(head: CallHead): SimulatorOutcome<never> {
  return refuse('CONFLICT', `The call has ended (${readStatus(head)}); start a new call.`)
}

function noSuchPath(path: string): SimulatorOutcome<never> {
  const paths = 'calls, calls/{id}, calls/{id}/answer, calls/{id}/turns and calls/{id}/hangup'
  return refuse('RESOURCE_NOT_FOUND', `There is no path ${show(path)}; the telephone has ${paths}.`)
}
