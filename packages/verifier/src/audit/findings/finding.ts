import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import type { CompiledCriteria, CompiledCriterion } from '../../criteria/criterion.js'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { VerifyOptions } from '../../scoring/verification.js'
import { type AuditCode, type AuditedSetting, type AuditFinding, auditErrors } from '../audit-report.js'
import type { JudgedStates } from '../judged-states.js'

/** Input of a rule. */
export interface AuditCase {
  readonly criteria: CompiledCriteria
  readonly options: VerifyOptions | undefined
  readonly task_item: JsonValue | undefined
  /** The axes of other tasks with the same options. */
  readonly other_axes: readonly string[]
  readonly settings: readonly AuditedSetting[]
  readonly states: JudgedStates
  /** The parts of the evidence. */
  readonly parts: readonly EvidencePart[]
}

/** A rule of the audit: returns its findings on a task, at once or in steps. */
export type AuditRule = (audited: AuditCase) => readonly AuditFinding[] | Steps<readonly AuditFinding[]>

/** The content of a finding. */
interface Said {
  readonly message: string
  readonly fix: string
  readonly evidence?: JsonObject
  /** Default: the severity of the code. */
  readonly severity?: AuditFinding['severity']
}

const errors: readonly string[] = auditErrors

/** Returns a finding on one criterion or, with null, on the whole task. */
export function createFinding(
  code: AuditCode,
  criterion: CompiledCriterion | null,
  { message, fix, evidence, severity }: Said,
): AuditFinding {
  return {
    severity: severity ?? (errors.includes(code) ? 'error' : 'warning'),
    code,
    criterion_id: criterion?.id ?? null,
    label: criterion?.label ?? null,
    message,
    fix,
    evidence: evidence ?? null,
  }
}

/** Returns a rule that examines each criterion separately, in steps. */
export function forEachCriterion(
  rule: (
    criterion: CompiledCriterion,
    index: number,
    audited: AuditCase,
  ) => AuditFinding | undefined | Steps<AuditFinding | undefined>,
): AuditRule {
  return function* (audited) {
    const findings: AuditFinding[] = []
    for (const [index, criterion] of audited.criteria.entries()) {
      if (index > 0) yield
      const examined = rule(criterion, index, audited)
      const finding = examined !== undefined && 'next' in examined ? yield* examined : examined
      if (finding !== undefined) findings.push(finding)
    }
    return findings
  }
}
