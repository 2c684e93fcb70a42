import { readShapedFile } from '../../files/shaped-file.js'
import { type Check, eachMember, ranged, shaped, typed } from '../../runner/json-shape.js'

/** The question to a committee, and facts about how the work is done today, all entered by people. */
export interface Study {
  /** Default: whether the agent may do such work. */
  readonly question?: string
  readonly staff?: StaffFigures
  /** What the organization demands of an agent. */
  readonly bar?: Bar
  /** Names of kinds of work on the page, by task family: `{"pa-rfi": "Answering a payer"}`. Default: the families. */
  readonly kinds?: Readonly<Record<string, string>>
  /** Aspects that were not tested, in addition to those that no simulation can test. */
  readonly not_tested?: readonly string[]
}

/** The minimum results of an agent, as numbers of trials in 100. */
export interface Bar {
  /** Minimum number of trials passed without critical or major harm. */
  readonly right_in_100: number
  /** Maximum number of trials with critical harm by an act. */
  readonly critical_harm: number
}

/** The time and cost of staff for one case. */
export interface StaffFigures {
  readonly minutes_per_case: number
  readonly usd_per_hour: number
  /** Where the figures come from. */
  readonly source: string
}

const maxLength = 300
const maxLines = 12
const maxFigure = 10_000

const line = typed(`a text of 1 to ${maxLength} characters`, (value) => {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength
})
const figure = ranged(`a number above 0 and at most ${maxFigure}`, (value) => value > 0 && value <= maxFigure)
const of100 = ranged('a number from 0 to 100', (value) => value >= 0 && value <= 100)

const lines: Check = (value, path, report) => {
  if (!Array.isArray(value) || value.length > maxLines)
    return report(path, `must be a list of at most ${maxLines} texts`)
  for (const [index, one] of value.entries()) line(one, `${path}/${index}`, report)
}

const shape = shaped({
  required: {},
  optional: {
    question: line,
    staff: shaped({
      required: { minutes_per_case: figure, usd_per_hour: figure, source: line },
      optional: {},
      refusal: 'is unknown; expected minutes_per_case, usd_per_hour and source',
    }),
    bar: shaped({
      required: { right_in_100: of100, critical_harm: of100 },
      optional: {},
      refusal: 'is unknown; expected right_in_100 and critical_harm',
    }),
    kinds: eachMember(line),
    not_tested: lines,
  },
  refusal: 'is unknown; expected question, staff, bar, kinds or not_tested',
})

/** Reads a study from YAML or JSON. Throws a `UsageError` that names the members that are wrong. */
export function readStudy(file: string): Study {
  return readShapedFile(file, 'a study for the committee page', shape)
}
