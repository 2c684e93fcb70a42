import { showJson } from '../../../values/json/show-json.js'
import { type AuditRule, createFinding } from '../finding.js'

/** `unknown-axis`: a weight for an axis that no criterion has, so the weight has no effect. */
export const unknownAxis: AuditRule = ({ criteria, options, other_axes }) => {
  const known = new Set([...criteria.map(({ axis }) => axis), ...other_axes])
  const unknown = Object.keys(options?.axis_weights ?? {}).filter((axis) => !known.has(axis))
  const list = [...known].sort().map(showJson).join(', ')
  return unknown.map((axis) =>
    createFinding('unknown-axis', null, {
      message:
        `The axis_weights name the axis ${showJson(axis)}, which no criterion has, ` + 'so this weight has no effect.',
      fix:
        `Use an axis that the criteria have (${list === '' ? 'there is none' : list}), or put a criterion on ` +
        `${showJson(axis)}.`,
      evidence: { axis, axes: [...known].sort() },
    }),
  )
}
