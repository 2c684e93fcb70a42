import { type ElementRule, structureOf } from '../../resource/definitions/structure-table.js'
import { splitSteps } from './element-path.js'

/**
 * Finds the definitions of the elements that the path of a search parameter leads to, one of each alternative:
 * `deceasedBoolean|deceasedDateTime?`. An alternative that R4 does not define has none.
 */
export function elementsAt(resourceType: string, expression: string): readonly ElementRule[] {
  const found: ElementRule[] = []
  for (const path of expression.replace(/\?$/, '').split('|')) {
    let type = resourceType
    let rule: ElementRule | undefined
    for (const step of path === '.' ? [] : splitSteps(path)) {
      rule = structureOf(type)?.elements.get(step.split('[', 1)[0] ?? '')
      if (rule === undefined) break
      type = rule.type
    }
    if (rule !== undefined) found.push(rule)
  }
  return found
}
