import { finish, type Steps } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../../site/markup.js'
import type { Call, Turn } from '../facts/conversation.js'
import { isTooDeep } from '../facts/deep-value.js'
import { findDocuments } from '../facts/documents.js'
import type { EntryChanges } from '../facts/entry-changes.js'
import { isPhone, readUtterances } from '../facts/phone-calls.js'
import type { ReportedCriterion } from '../facts/reported-task.js'
import type { CollectionChanges, FieldChange, RecordChange } from '../facts/state-difference.js'
import type { Step } from '../facts/trajectory.js'
import { listCollection, maxRecords } from './difference-list.js'
import { showDocument } from './document-card.js'
import { formatCount, formatElapsed } from './figures.js'
import { listUtterances } from './phone-call.js'
import { Room, showFolded, showText, showValue } from './shown-value.js'
import { showSign, toneOfOutcome } from './tone.js'

/** A failed criterion, pinned to the turn with the step that broke it. */
export interface Pin {
  readonly criterion: ReportedCriterion
  readonly step: Step
  readonly turn: number
}

/** The turns of a task run with the changes that their calls made. */
export interface TurnStory {
  readonly turns: readonly Turn[]
  readonly changes: EntryChanges
  readonly pins: readonly Pin[]
  /** Pictures as `data:` addresses, by their names; others are named only. */
  readonly pictures?: ReadonlyMap<string, string>
}

/** Pins the failed criteria to the turns with the steps that broke them. */
export function pinCriteria(criteria: readonly ReportedCriterion[], turns: readonly Turn[]): readonly Pin[] {
  const turnOf = new Map(
    turns.flatMap(({ number, calls }) =>
      calls.flatMap(({ step }) => (step === null ? [] : [[step.seq, { step, turn: number }] as const])),
    ),
  )
  return criteria.flatMap((criterion) =>
    criterion.brokenIn.steps.flatMap((seq) => {
      const place = turnOf.get(seq)
      return place === undefined ? [] : [{ criterion, ...place }]
    }),
  )
}

/** Lists the turns of a trial: messages and calls on the left, and the changes of each call beside it. */
export function listTurns(story: TurnStory): Markup {
  return finish(listTurnsInSteps(story))
}

/** Does the same as {@link listTurns} in steps. */
export function* listTurnsInSteps(story: TurnStory): Steps<Markup> {
  const { turns, changes } = story
  const shown: Markup[] = []
  const room = new Room()
  for (const turn of turns) {
    yield
    shown.push(showTurn(turn, story, room))
  }
  return markup`${
    changes.unknown === null
      ? null
      : markup`<p class="notice">The changes of the calls are unknown: ${changes.unknown}</p>`
  }
<div class="turns">${shown}</div>`
}

function showTurn(turn: Turn, story: TurnStory, room: Room): Markup {
  const { number, speaker, message, reasoning, calls } = turn
  const marks = [
    calls.some(({ step }) => step !== null && story.changes.bySeq.has(step.seq)) ? 'changing' : null,
    calls.some(({ isError }) => isError) ? 'erring' : null,
    calls.some(({ step }) => step !== null && story.pins.some((pin) => pin.step.seq === step.seq)) ? 'breaking' : null,
  ]
  const facts = [formatTime(turn), formatTokens(turn)].filter((fact) => fact !== null).join(' · ')
  const classes = ['turn', isEntry(turn) ? 'entry' : null, ...marks].filter((mark) => mark !== null).join(' ')
  return markup`<section class="${classes}" id="turn-${number}" aria-label="Step ${number}">
<div class="turn-head"><a class="number" href="#turn-${number}">${number}</a>${
    isEntry(turn) ? null : markup` <b>${speaker}</b> <span class="soft">${facts}</span>`
  }</div>
${reasoning === '' ? null : showFolded('Reasoning', reasoning)}
${message === '' ? null : showMessage(turn, room)}
${calls.map((call) => showCall(call, story, room, isEntry(turn) ? showLead(turn, facts) : null))}</section>`
}

/** Whether a turn is a single log entry, which takes one line. */
function isEntry({ message, reasoning, calls, at, speaker }: Turn): boolean {
  const [call] = calls
  return (
    message === '' &&
    reasoning === '' &&
    calls.length === 1 &&
    call?.response === null &&
    call.step?.at === at &&
    speaker !== 'user'
  )
}

/** Renders the time, the facts and the speaker of a turn that is a single log entry. */
function showLead({ speaker, at }: Turn, facts: string): Markup {
  return markup`${
    at === null ? null : markup`<time class="at" datetime="${at}">${at.slice(11, 19)}</time>`
  }<span class="since">${facts}</span>${speaker === 'agent' ? null : markup` <span class="tag">${speaker}</span>`}`
}

function formatTokens({ tokens: { input, output } }: Turn): string | null {
  return input === null && output === null ? null : `${formatCount(input)} in, ${formatCount(output)} out`
}

function formatTime({ calls, at }: Turn): string | null {
  const [step] = calls.flatMap((call) => call.step ?? [])
  if (step !== undefined) return step.milliseconds === null ? null : `+ ${formatElapsed(step.milliseconds)}`
  return at === null ? null : at.slice(11, 19)
}

function showMessage({ speaker, message }: Turn, room: Room): Markup {
  // The prompt is long, and the same in every trial.
  if (speaker === 'system' && message.length > 200) return showFolded('System prompt', message)
  return markup`<div class="message">${showText(message, room)}</div>`
}

function showCall(call: Call, story: TurnStory, room: Room, lead: Inside): Markup {
  const { name, status, isError, step } = call
  const id = step === null ? null : markup` id="log-${step.seq}"`
  const world = step === null ? null : showWorld(step, story, room)
  return markup`<div class="beside${world === null ? ' quiet' : ''}"${id}><div class="call">\
<p class="call-name">${lead}<code>${name}</code>${
    status === null ? null : markup` <span class="status${isError ? ' error' : ''}">${status}</span>`
  }${isError && status === null ? markup` <span class="status error">error</span>` : null}</p>
${call.arguments === undefined ? null : markup`<div class="given">${showValue(call.arguments, room)}</div>`}
${
  call.response === null || call.response === ''
    ? null
    : markup`<div class="answered"><span class="soft">→</span>\
<div>${showValue(readJson(call.response), room)}</div></div>`
}${call.pictures.map((picture) => showPicture(picture, story))}</div>
${world === null ? null : markup`<div class="world">${world}</div>`}</div>`
}

/** Shows a picture that the agent saw; only its name if the picture is not available. */
function showPicture(name: string, { pictures }: TurnStory): Markup {
  const source = pictures?.get(name)
  if (source === undefined) return markup`<p class="soft">Picture: <code>${name}</code></p>`
  return markup`<img class="picture" loading="lazy" alt="What the agent saw: ${name}" src="${source}">`
}

/** Shows the changes of a log entry and the criteria that it broke; null if there are none. */
function showWorld({ seq }: Step, { changes, pins }: TurnStory, room: Room): Markup | null {
  const difference = changes.bySeq.get(seq)
  const own = pins.filter((pin) => pin.step.seq === seq)
  if (difference === undefined && own.length === 0) return null
  return markup`${own.map(
    ({ criterion }) =>
      markup`<p class="pin">${showSign(toneOfOutcome(criterion.outcome, criterion.score))}\
<span>${criterion.guard ? 'Breaks the guard' : 'Breaks'} <b>${criterion.label}</b></span></p>`,
  )}${difference?.collections.map((collection) => showChanges(collection, room))}`
}

function showChanges(collection: CollectionChanges, room: Room): Markup {
  if (!isPhone(collection)) {
    return markup`${listCollection(withoutEmpty(collection), true, room)}${collection.changes
      .slice(0, maxRecords)
      .flatMap(findDocuments)
      .map((document) => showDocument(document, room))}`
  }
  const said = collection.changes.flatMap(readUtterances)
  return said.length === 0 ? listCollection(collection, false, room) : listUtterances(said, room)
}

function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? text : value
  } catch {
    return text
  }
}

/** Removes empty members from added and removed records, some of which have dozens. */
function withoutEmpty(collection: CollectionChanges): CollectionChanges {
  const changes = collection.changes.map((change): RecordChange => {
    const { what, name } = change
    if (what === 'changed') return change
    // Read only for the records that are shown.
    return {
      what,
      name,
      get fields() {
        return change.fields.filter((field) => !isEmptyField(field))
      },
    }
  })
  return { ...collection, changes }
}

function isEmptyField({ from = null, to = null }: FieldChange): boolean {
  const value = to ?? from
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
