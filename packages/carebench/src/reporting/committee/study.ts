import { isJsonObject } from '@carebench/protocol'
import { readDataFile } from '../../files/data-file.js'
import { WrongUse } from '../../terminal/exit-reason.js'

/** What a committee is asked, and what is known about the work today. Every member is entered by people. */
export interface Study {
  /** Default: whether the agent may do such work. */
  readonly question?: string
  readonly staff?: StaffFigures
  /** What was not tested, beyond what no simulation tests. */
  readonly not_tested: readonly string[]
}

/** What a case takes people. */
export interface StaffFigures {
  readonly minutes_per_case: number
  readonly usd_per_hour: number
  /** Where the figures come from. */
  readonly source: string
}

export const noStudy: Study = { not_tested: [] }

const maxLength = 300
const maxLines = 12

/** Reads a study from YAML or JSON. Throws a {@link WrongUse} that names the member. */
export function readStudy(file: string): Study {
  const value = readDataFile(file)
  const wrong = (problem: string) => new WrongUse(`${file} is no study for the committee page: ${problem}`)
  if (!isJsonObject(value)) throw wrong('it must be an object with question, staff and not_tested, all optional')
  const unknown = Object.keys(value).find((name) => !['question', 'staff', 'not_tested'].includes(name))
  if (unknown !== undefined) {
    throw wrong(`/${unknown} is unknown; expected question, staff or not_tested`)
  }
  const { question, staff, not_tested = [] } = value
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''
  const demandText = (path: string, text: unknown): string => {
    if (isText(text) && text.length <= maxLength) return text.trim()
    throw wrong(`${path} must be a text of at most ${maxLength} characters`)
  }
  if (!Array.isArray(not_tested) || not_tested.length > maxLines) {
    throw wrong(`/not_tested must be a list of at most ${maxLines} texts`)
  }
  return {
    ...(question !== undefined && { question: demandText('/question', question) }),
    ...(staff !== undefined && { staff: readStaff(staff, { wrong, demandText }) }),
    not_tested: not_tested.map((line, index) => demandText(`/not_tested/${index}`, line)),
  }
}

interface Demands {
  readonly wrong: (problem: string) => WrongUse
  readonly demandText: (path: string, text: unknown) => string
}

function readStaff(staff: unknown, { wrong, demandText }: Demands): StaffFigures {
  if (!isJsonObject(staff)) {
    const example = '{minutes_per_case: 14, usd_per_hour: 31, source: "time study, October"}'
    throw wrong(`/staff must have minutes_per_case, usd_per_hour and source, such as ${example}`)
  }
  const demandNumber = (name: string, most: number): number => {
    const value = staff[name]
    if (typeof value === 'number' && value > 0 && value <= most) return value
    throw wrong(`/staff/${name} must be a number above 0 and at most ${most}`)
  }
  return {
    minutes_per_case: demandNumber('minutes_per_case', 10_000),
    usd_per_hour: demandNumber('usd_per_hour', 10_000),
    source: demandText('/staff/source', staff.source),
  }
}
