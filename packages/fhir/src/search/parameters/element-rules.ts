import { type ElementRule, findStructure } from '../../resource/definitions/structure-table.js'
import { splitSteps } from './element-path.js'

/**
 * Returns the definitions of the elements to which the path of a search parameter leads, one for each alternative that
 * R4 defines: `deceasedBoolean|deceasedDateTime?`.
 */
export function findElements(resourceType: string, expression: string): readonly ElementRule[] {
  const found: ElementRule[] = []
  for (const path of expression.replace(/\?$/, '').split('|')) {
    let type = resourceType
    let rule: ElementRule | undefined
    for (const step of path === '.' ? [] : splitSteps(path)) {
      rule = findStructure(type)?.elements.get(step.split('[', 1)[0] ?? '')
      if (rule === undefined) break
      type = rule.type
    }
    if (rule !== undefined) found.push(rule)
  }
  return found
}
