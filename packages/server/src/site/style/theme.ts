/** The design tokens that every theme defines. Pages use only tokens for colors, shadows and corners. */
export interface Tokens {
  /** The page background. */
  readonly bg: string
  /** Surfaces on the background, and insets in them: code, table heads. */
  readonly card: string
  readonly code: string
  readonly line: string
  readonly ink: string
  readonly soft: string
  /** Links and buttons. */
  readonly accent: string
  readonly focus: string
  readonly passed: string
  readonly partial: string
  readonly failed: string
  readonly shadow: string
  /** Additional tokens of one theme. */
  readonly [own: string]: string
}

/** The light and the dark tokens of pages. */
export interface Theme {
  readonly light: Tokens
  readonly dark: Tokens
}

/** The theme of reports and documentation. */
export const plainTheme: Theme = {
  light: {
    bg: '#f6f7f9',
    card: '#fff',
    code: '#f1f4f7',
    line: '#dfe4ea',
    rail: '#e6eaef',
    ink: '#16202c',
    soft: '#566372',
    accent: '#2459c9',
    focus: '#2459c9',
    passed: '#117540',
    partial: '#8a5600',
    failed: '#bd2a24',
    unsupported: '#5a6674',
    errored: '#7a3db8',
    faint: '#94a0ad',
    fainter: '#b6c0ca',
    shadow: '0 1px 2px rgb(20 30 45/.06),0 4px 16px rgb(20 30 45/.05)',
    'series-0': '#2459c9',
    'series-1': '#b3541e',
    'series-2': '#12806a',
    'series-3': '#8a3fb0',
    'series-4': '#a5781a',
    'series-5': '#5a6674',
  },
  dark: {
    bg: '#0f141a',
    card: '#171e27',
    code: '#10161d',
    line: '#28323e',
    rail: '#2a3441',
    ink: '#e7edf4',
    soft: '#9aa8b7',
    accent: '#7ea8ff',
    focus: '#7ea8ff',
    passed: '#46c17c',
    partial: '#f0b04a',
    failed: '#ff7a70',
    unsupported: '#a3b0be',
    errored: '#c79bff',
    faint: '#667382',
    fainter: '#4b5765',
    shadow: 'none',
    'series-0': '#7ea8ff',
    'series-1': '#ff9a66',
    'series-2': '#4fd0b3',
    'series-3': '#d59bf5',
    'series-4': '#e7c25d',
    'series-5': '#a3b0be',
  },
}

/**
 * Returns the rules that set the tokens: by the user's system preference, or by `data-theme` on the root element if it
 * is set.
 */
export function themeStyle({ light, dark }: Theme): string {
  return `:root{color-scheme:light dark;${declare(light)}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${declare(dark)}}}
:root[data-theme=dark]{color-scheme:dark;${declare(dark)}}
:root[data-theme=light]{color-scheme:light}
`
}

function declare(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
