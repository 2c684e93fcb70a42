/** Whether a name matches a pattern in which `*` stands for any text; ignores case. */
export function matchesGlob(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(name)
}
