import type { JsonObject } from '@carebench/protocol'
import type { Instance } from '../family.js'
import { endsAt, sayTime, secondsPerCall } from './clock.js'
import { handOverPath, writeNote } from './hand-over.js'
import type { Moment } from './moment.js'

type Step = NonNullable<Instance['scenario']>['steps'][number]

/** A piece of work in the form of a ticket. */
export interface Ticket {
  readonly key: string
  readonly due: string
  /** The request, in the words of its family. */
  readonly text: string
}

/** Returns the text of an instance's ticket (L3) up to its deadline. */
export function readWords({ taskItems }: Pick<Instance, 'taskItems'>): string {
  return String(taskItems.L3.instruction).replace(/ Due: .*$/, '')
}

/** Returns the instruction of a day, with the tickets that are present from the start. */
export function writeInstruction(tickets: readonly Ticket[]): JsonObject {
  return {
    instruction:
      'You have the desks of the clinic today, until 5 p.m. in Chicago (23:00 UTC; MSH-7 takes either time). Do each ' +
      'piece of work by the handbook (inbox/handbook/index.txt in the file exchange) and by its time. ' +
      `${tickets.length} pieces are there now, in "items". More arrives during the day, all of it yours: notes in ` +
      'inbox/desk of the file exchange (a folder that the first note makes) say what, by when, what has changed, and ' +
      'what is taken back (what was done for it can stay); read them as they come. Faxes, results and answers come ' +
      'where they always do. Where a page of the handbook counts from the beginning of the task, count from the ' +
      `arrival of the piece of work. Each call, reads and refused calls too, takes ${secondsPerCall} seconds of the day, ` +
      'and a FHIR batch or transaction as long for each entry; GET clock takes none, waiting what it is asked for. ' +
      'Documents enter the charts until 4 p.m., not each with a note: look again into the charts of those whom your ' +
      'work is about, done or not, one patient after another. Work that was right and is no longer gets corrected by ' +
      'its time, also where a page says that something is written once. If two pieces of work want one slot, it is for ' +
      'the one due earlier, whichever came first; the other takes the next that suits. Before the end of the day, leave ' +
      `a hand-over note: PUT ${handOverPath} with the resource of "handOver", and in it an entry for each piece of work, ` +
      'by its key, with what is true of it: done, also if only a decision of somebody else is to come for which no page ' +
      'tells you to wait; open, if it is not done or has to go on tomorrow; or withdrawn, if it was taken back, whatever ' +
      'was done before.',
    handOver: writeNote([['w01', 'done']]),
    items: tickets.map(({ key, due, text }) => ({ key, due: sayDue(due), text })),
  }
}

/** Returns the step that delivers the note of a new piece of work. */
export function toNote({ key, due, text }: Ticket, moment: Moment): Step {
  return dropNote(key, `${key}\nDue: ${sayDue(due)}\n\n${text}\n`, moment)
}

/** Returns the step that delivers a note with an earlier deadline. */
export function bringForward(key: string, due: string, moment: Moment): Step {
  return dropNote(`${key}-sooner`, `${key} is due earlier than it was: ${sayDue(due)}.\n`, moment)
}

/** Returns the step that delivers the note of a withdrawal. */
export function takeBack(key: string, moment: Moment): Step {
  return dropNote(`${key}-withdrawn`, `${key} is taken back: nothing more is to be done for it.\n`, moment)
}

/** Returns the step that delivers a note about a change of the chart. */
export function correctWork(key: string, moment: Moment): Step {
  const text =
    `Something new about ${key} is in the chart since it was given out. What was done for it may have to be ` +
    'corrected. It is due as before.'
  return dropNote(`${key}-changed`, `${text}\n`, moment)
}

function dropNote(name: string, content: string, moment: Moment): Step {
  return { type: 'drop_file_inbox', path: `desk/${name}.txt`, content, ...moment } as Step
}

function sayDue(due: string): string {
  return due > endsAt ? 'tomorrow' : `today, ${sayTime(due)}`
}
