/*
 * The terms of tokens. Case counts in some, by their system; R4 (3.1.1.4.10) ignores it in texts and wherever it is
 * in doubt:
 *   c<code>           a code of any system           C<code>           the same where case does not count, folded
 *   s<system>|<code>  a code of one system           S<system>|<code>
 *   p<code>           a code in an element that      P<code>
 *                     has no system
 * A code without letters has only terms that begin with c, s or p.
 */

/** The namespaces of code systems that R4 and HL7 define as case-sensitive (CodeSystem.caseSensitive). */
const sensitiveSystems = new RegExp(
  '^http://(?:hl7\\.org/fhir/(?!sid/)|terminology\\.hl7\\.org/(?:fhir/)?CodeSystem/(?!v2-)|' +
    'unitsofmeasure\\.org$|dicom\\.nema\\.org/resources/ontology/)',
)

/** Whether case counts in the codes of a system; false for unknown systems. */
export function isCaseSensitive(system: string): boolean {
  return sensitiveSystems.test(system)
}

const cased = /[A-Za-z\u0080-\uffff]/

/** Folds the case of a code for comparison. */
export function foldCode(code: string): string {
  const folded = code.toLowerCase()
  return folded.includes('ς') ? folded.replaceAll('ς', 'σ') : folded
}

/** Returns the terms of a code in an element without a system. */
export function createPlainTerms(code: string, countsCase: boolean): readonly string[] {
  if (countsCase || !cased.test(code)) return [`c${code}`, `p${code}`]
  const folded = foldCode(code)
  return [`C${folded}`, `P${folded}`]
}

/** Returns the terms of a code in a system, which may be the empty string. */
export function createCodeTerms(system: string, code: string, countsCase: boolean): readonly string[] {
  if (countsCase || !cased.test(code)) return [`c${code}`, `s${system}|${code}`]
  const folded = foldCode(code)
  return [`C${folded}`, `S${system}|${folded}`]
}

/**
 * Returns the terms that match a search for a code: in any system, or in one system and in elements without a system.
 */
export function createSearchTerms(system: string | undefined, code: string): readonly string[] {
  if (!cased.test(code)) return system === undefined ? [`c${code}`] : [`s${system}|${code}`, `p${code}`]
  const folded = foldCode(code)
  return system === undefined
    ? [`c${code}`, `C${folded}`]
    : [`s${system}|${code}`, `p${code}`, `S${system}|${folded}`, `P${folded}`]
}
