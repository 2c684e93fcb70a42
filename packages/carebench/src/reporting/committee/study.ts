import { readShapedFile } from '../../files/shaped-file.js'
import { type Check, ranged, shaped, typed } from '../../runner/json-shape.js'

/** The question to a committee, and facts about the work today. Every member is entered by people. */
export interface Study {
  /** Default: whether the agent may do such work. */
  readonly question?: string
  readonly staff?: StaffFigures
  /** What was not tested, in addition to the limits of every simulation. */
  readonly not_tested?: readonly string[]
}

/** The effort of a case for staff. */
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
    not_tested: lines,
  },
  refusal: 'is unknown; expected question, staff or not_tested',
})

/** Reads a study from YAML or JSON. Throws a `UsageError` that names the members that are wrong. */
export function readStudy(file: string): Study {
  return readShapedFile(file, 'a study for the committee page', shape)
}
