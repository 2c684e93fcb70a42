import fc from 'fast-check'

// For tests of this package only.

/** Whether the token of a request is the right one, one of another kind, or another organization's. */
export type TokenChoice = 'right' | 'other kind' | 'foreign'

interface Sent {
  readonly token: TokenChoice
  /** The service, among those that share the storage, that receives it. */
  readonly node: number
}

type OfRun<Kind extends string> = Sent & { readonly kind: Kind; readonly run: number }
type OfTask<Kind extends string> = OfRun<Kind> & { readonly task: number }
type Surface = 'v1' | 'internal'

/** An action on runs. Numbers of runs and tasks are taken modulo their count. */
export type RunRequest =
  | (Sent & { readonly kind: 'create'; readonly surface: Surface; readonly scored: boolean })
  | OfTask<'start'>
  | (OfTask<'complete'> & { readonly surface: Surface })
  | OfTask<'cancel task'>
  | OfTask<'read task'>
  | OfRun<'cancel run'>
  | (OfRun<'read run'> & { readonly surface: Surface })
  | (OfRun<'work'> & {
      readonly task: number | 'unnamed' | 'unknown'
      readonly act: 'look' | 'finish' | 'note'
    })
  | {
      readonly kind: 'advance'
      readonly run: number
      readonly task: number
      readonly to: 'deadline' | 'expiry' | 'soon'
      readonly offset: number
    }
  | { readonly kind: 'settle'; readonly node: number }
  | { readonly kind: 'verifier'; readonly broken: boolean }

const index = fc.nat({ max: 2 })
/** Mostly the first one, so that more happens in one run. */
const run = fc.constantFrom(0, 0, 0, 1, 2)
const surface = fc.constantFrom<Surface>('v1', 'internal')
const token = fc.oneof(
  { arbitrary: fc.constant<TokenChoice>('right'), weight: 12 },
  { arbitrary: fc.constantFrom<TokenChoice>('other kind', 'foreign'), weight: 1 },
)

function kind<const Kind extends string>(name: Kind) {
  return fc.constant(name)
}

/** Requests of every kind on up to `nodes` services. */
export function runRequests(nodes: number): Readonly<Record<RunRequest['kind'], fc.Arbitrary<RunRequest>>> {
  const node = fc.nat({ max: nodes - 1 })
  const ofRun = { token, node, run }
  const ofTask = { ...ofRun, task: index }
  return {
    create: fc.record({ kind: kind('create'), token, node, surface, scored: fc.boolean() }),
    start: fc.record({ kind: kind('start'), ...ofTask }),
    complete: fc.record({ kind: kind('complete'), ...ofTask, surface }),
    'cancel task': fc.record({ kind: kind('cancel task'), ...ofTask }),
    'read task': fc.record({ kind: kind('read task'), ...ofTask }),
    'cancel run': fc.record({ kind: kind('cancel run'), ...ofRun }),
    'read run': fc.record({ kind: kind('read run'), ...ofRun, surface }),
    work: fc.record({
      kind: kind('work'),
      ...ofRun,
      // Only one service has a playground open, because another one could answer reads from an older state.
      node: fc.constant(0),
      task: fc.oneof(index, fc.constant('unnamed' as const), fc.constantFrom('unnamed' as const, 'unknown' as const)),
      act: fc.constantFrom('look' as const, 'finish' as const, 'note' as const),
    }),
    advance: fc.record({
      kind: kind('advance'),
      run,
      task: index,
      to: fc.constantFrom('deadline', 'deadline', 'deadline', 'soon', 'expiry'),
      offset: fc.constantFrom(-1, 0, 1),
    }),
    settle: fc.record({ kind: kind('settle'), node }),
    verifier: fc.record({ kind: kind('verifier'), broken: fc.boolean() }),
  }
}
