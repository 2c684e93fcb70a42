import type { JsonObject } from '@carebench/protocol'
import type { Instance } from '../family.js'
import { endsAt, sayTime } from './clock.js'
import { handOverNote } from './hand-over.js'
import type { Moment } from './moment.js'

type Step = NonNullable<Instance['scenario']>['steps'][number]

/** A piece of work as the desk is told of it. */
export interface Ticket {
  readonly key: string
  readonly due: string
  /** What is asked for, in the words of its family. */
  readonly text: string
}

/** The words of an instance's ticket, without when it is due alone and where the handbook is. */
export function readWords({ taskItems }: Pick<Instance, 'taskItems'>): string {
  return String(taskItems.L3.instruction).replace(/ Due: .*$/, '')
}

/** The instruction of a day: what is there at its beginning, and where more arrives. */
export function tellDay(tickets: readonly Ticket[]): JsonObject {
  return {
    instruction:
      'You have the desks of the clinic today, until 5 p.m. in Chicago (23:00 UTC). Do each piece of work by the ' +
      `handbook (inbox/handbook/index.txt in the file exchange) and by its time. What is there now: ${tickets.length} ` +
      `pieces, in "items". More arrives during the day, and all of it is yours too: notes in inbox/desk of the file ` +
      'exchange say what, by when, and what is taken back; read them as they come. Before the end of the day, leave ' +
      `${handOverNote.path} with the columns ${handOverNote.columns.join(' and ')}: one row for each piece of work, by ` +
      'its key, with what is true of it: done; open, if it has to go on tomorrow; or withdrawn, if it was taken back.',
    items: tickets.map(({ key, due, text }) => ({ key, due: sayDue(due), text })),
  }
}

/** The note by which a piece of work arrives. */
export function toNote({ key, due, text }: Ticket, moment: Moment): Step {
  return dropNote(key, `${key}\nDue: ${sayDue(due)}\n\n${text}\n`, moment)
}

/** The note that takes a piece of work back. */
export function takeBack(key: string, moment: Moment): Step {
  return dropNote(`${key}-withdrawn`, `${key} is taken back: nothing more is to be done for it.\n`, moment)
}

function dropNote(name: string, content: string, moment: Moment): Step {
  return { type: 'drop_file_inbox', path: `desk/${name}.txt`, content, ...moment } as Step
}

function sayDue(due: string): string {
  return due > endsAt ? 'tomorrow' : `today, ${sayTime(due)}`
}
