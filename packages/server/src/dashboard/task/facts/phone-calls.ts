import type { CollectionChanges, RecordChange } from './state-difference.js'
import { memberAt, toList, toText } from './unknown-value.js'

/** Words spoken on the phone, or keys pressed. */
export interface Utterance {
  readonly speaker: string
  readonly text: string
  readonly at: string | null
}

/** A phone call with everything that was said. */
export interface PhoneCall {
  /** `to +15550100`, `from +15550100`. */
  readonly title: string
  readonly status: string | null
  readonly said: readonly Utterance[]
}

/** Whether the records of a collection are phone calls. */
export function isPhone({ collection }: Pick<CollectionChanges, 'collection'>): boolean {
  return /^voice(\.calls)?( of |$)/.test(collection)
}

/** Reads the phone calls among changes: there are none before the agent begins. */
export function readPhoneCalls(collections: readonly CollectionChanges[]): readonly PhoneCall[] {
  return collections.filter(isPhone).flatMap(({ changes }) =>
    changes.map((change): PhoneCall => {
      const isInbound = valueAt(change, '/direction') === 'inbound'
      const number = toText(valueAt(change, isInbound ? '/from_number' : '/to_number')) ?? change.name
      return {
        title: `${isInbound ? 'from' : 'to'} ${number}`,
        status: toText(valueAt(change, '/status')),
        said: readUtterances(change),
      }
    }),
  )
}

/** Reads what was said from a change: all turns of a new call, or the added turns of an earlier one. */
export function readUtterances({ fields }: RecordChange): readonly Utterance[] {
  return fields.flatMap(({ path, to }) => {
    const turns = path === '/turns' ? toList(to) : /^\/turns\/\d+$/.test(path) ? [to] : []
    return turns.map((turn) => ({
      speaker: toText(memberAt(turn, 'speaker')) ?? '?',
      text: toText(memberAt(turn, 'text')) ?? '',
      at: toText(memberAt(turn, 'at')),
    }))
  })
}

function valueAt({ fields }: RecordChange, path: string): unknown {
  return fields.find((field) => field.path === path)?.to
}
