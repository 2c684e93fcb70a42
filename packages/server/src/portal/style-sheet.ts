import { hashSource } from '../site/hash-source.js'
import type { Markup } from '../site/markup.js'
import { styleElement } from '../site/page.js'
import { baseStyle } from '../site/style/base-style.js'
import { type Theme, themeStyle } from '../site/style/theme.js'

// One file for one style sheet; longer than others because rules are short lines.

/** The colors of the health plan, for light and for dark. */
const theme: Theme = {
  light: {
    bg: '#f5f4ef',
    card: '#fff',
    code: '#ece9e1',
    line: '#d8d4c9',
    edge: '#77746a',
    ink: '#172126',
    soft: '#4d585e',
    accent: '#0b5861',
    focus: '#b45309',
    brand: '#0d5c63',
    'brand-ink': '#fff',
    'brand-soft': '#dcedec',
    bar: '#0c3b40',
    'bar-ink': '#eef6f5',
    passed: '#14603a',
    'passed-soft': '#dcf1e4',
    failed: '#9b1c1c',
    'failed-soft': '#fbe4e1',
    partial: '#7a4a05',
    'partial-soft': '#fbeccd',
    ask: '#3a3f9e',
    'ask-soft': '#e4e5fb',
    radius: '10px',
    shadow: '0 1px 2px rgba(23,33,38,.06),0 4px 16px rgba(23,33,38,.05)',
  },
  dark: {
    bg: '#10171a',
    card: '#182226',
    code: '#0c1215',
    line: '#2c393e',
    edge: '#819095',
    ink: '#e9eff0',
    soft: '#a9b6ba',
    accent: '#86d6d3',
    focus: '#fbbf24',
    brand: '#6fcbc8',
    'brand-ink': '#06282a',
    'brand-soft': '#173a3d',
    bar: '#0a1f22',
    'bar-ink': '#e4f1f0',
    passed: '#83dca8',
    'passed-soft': '#123524',
    failed: '#ffaca3',
    'failed-soft': '#45191a',
    partial: '#f5cd7a',
    'partial-soft': '#3d2c0c',
    ask: '#bfc3ff',
    'ask-soft': '#262a58',
    shadow: '0 1px 2px rgba(0,0,0,.4)',
  },
}

const ownStyle = `
:focus-visible{outline-width:3px}
body{font-size:1rem;line-height:1.55;min-height:100vh;display:flex;flex-direction:column;overflow-wrap:anywhere}
h1{font-size:clamp(1.6rem,1.2rem + 1.8vw,2.15rem);line-height:1.2;letter-spacing:-.02em;font-weight:680;text-wrap:balance}
h2{font-size:1.15rem;line-height:1.3;letter-spacing:-.005em;font-weight:650}
h3{font-size:1rem;font-weight:650}
a{text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
.bar{background:var(--bar);color:var(--bar-ink)}
.bar .inside{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding-block:.55rem}
.inside{width:100%;max-width:70rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
.brand{display:inline-flex;align-items:center;gap:.6rem;color:inherit;text-decoration:none;font-weight:680;letter-spacing:-.01em;min-height:44px}
.brand svg{width:1.9rem;height:1.9rem;flex:none}
.brand small{display:block;font-weight:450;font-size:.75rem;letter-spacing:.02em;line-height:1.2;color:#b9d6d4}
.brand span{line-height:1.2}
.bar nav{flex:1 1 auto}
.bar nav ul{display:flex;flex-wrap:wrap;gap:.15rem;list-style:none;padding:0}
.bar nav a,.bar button{display:inline-flex;align-items:center;min-height:44px;padding:0 .75rem;border-radius:8px;color:inherit;text-decoration:none;font:inherit;font-size:.95rem;background:none;border:0;cursor:pointer}
.bar nav a:hover,.bar button:hover{background:rgba(255,255,255,.1)}
.bar nav a[aria-current]{background:rgba(255,255,255,.16);font-weight:600}
.bar :focus-visible{outline-color:#fbbf24}
.bar form{margin-left:auto}
main{flex:1;padding-block:clamp(1.5rem,4vw,2.75rem) 3.5rem}
main>.inside{display:grid;gap:1.5rem}
main>.inside>*{min-width:0}
.narrow{max-width:46rem}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
footer .inside{padding-block:1.1rem}
.head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:1rem}
.head>div{display:grid;gap:.4rem;min-width:0}
.lead{color:var(--soft);max-width:62ch}
.crumb{font-size:.9rem}
.crumb a{display:inline-flex;align-items:center;min-height:32px}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow);padding:clamp(1rem,2.5vw,1.5rem);display:grid;gap:1rem;align-content:start;min-width:0}
.card>*{min-width:0}
.card.flush{padding:0;overflow:hidden;gap:0}
.card.flush>h2{padding:1rem clamp(1rem,2.5vw,1.5rem);border-bottom:1px solid var(--line)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.button,button.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:.35rem 1.1rem;border-radius:8px;border:1px solid var(--brand);background:var(--brand);color:var(--brand-ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(1.08)}
.button.quiet{background:transparent;color:var(--accent);border-color:var(--edge)}
.button.quiet:hover{background:var(--brand-soft);filter:none}
.tiles{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));list-style:none;padding:0}
.tile{display:grid;gap:.3rem;height:100%;align-content:start;text-decoration:none;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow);padding:1.15rem 1.25rem;border-left:4px solid var(--brand)}
.tile:hover{border-color:var(--brand)}
.tile strong{font-weight:650;color:var(--accent)}
.tile span{color:var(--soft);font-size:.95rem}
.chip{display:inline-flex;align-items:center;gap:.4rem;white-space:nowrap;border-radius:999px;padding:.15rem .7rem;font-size:.875rem;font-weight:620;background:var(--code);color:var(--ink)}
.chip::before{content:"";width:.55rem;height:.55rem;border-radius:50%;background:currentColor;flex:none}
.approved{background:var(--passed-soft);color:var(--passed)}
.denied{background:var(--failed-soft);color:var(--failed)}
.pending,.filed,.requested,.partially_approved{background:var(--partial-soft);color:var(--partial)}
.more_information{background:var(--ask-soft);color:var(--ask)}
.chip.denied::before{border-radius:1px;transform:rotate(45deg)}
.chip.more_information::before{border-radius:2px}
.chip.pending::before,.chip.filed::before,.chip.requested::before{background:none;border:2px solid currentColor}
.note{border-radius:var(--radius);border:1px solid currentColor;padding:1rem 1.25rem;display:grid;gap:.6rem}
.note>*{color:var(--ink)}
.note h2{color:inherit}
.note ul{padding-left:1.2rem}
.errors{max-width:46rem;border:2px solid var(--failed);background:var(--failed-soft);border-radius:var(--radius);padding:1rem 1.25rem;display:grid;gap:.5rem}
.errors h2{color:var(--failed)}
.errors ul{padding-left:1.2rem}
.errors a{color:var(--failed);font-weight:600}
.done{background:var(--passed-soft);border:1px solid var(--passed);border-radius:var(--radius);padding:.8rem 1.25rem;color:var(--passed);font-weight:600}
form.stack{display:grid;gap:1.25rem}
fieldset{border:1px solid var(--line);border-radius:var(--radius);background:var(--card);box-shadow:var(--shadow);margin:0;padding:clamp(1rem,2.5vw,1.5rem);min-width:0;display:grid;gap:1.15rem}
legend{font-weight:650;font-size:1.15rem;padding:0;float:left;width:100%}
legend+*{clear:both}
fieldset fieldset{box-shadow:none;background:transparent;padding:1rem}
fieldset fieldset legend{font-size:1rem}
fieldset fieldset textarea{min-height:5rem}
.pair{display:grid;gap:1.15rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));align-items:end}
.field{display:grid;gap:.3rem;min-width:0}
.field label,.label{font-weight:600}
.optional{font-weight:400;color:var(--soft)}
.hint{color:var(--soft);font-size:.9rem}
.problem{color:var(--failed);font-weight:600;font-size:.95rem}
input:not([type=radio]),select,textarea{background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:.5rem .7rem;min-height:44px;width:100%;min-width:0}
textarea{min-height:7.5rem;resize:vertical}
input[type=file]{padding:.45rem .6rem;border-style:dashed}
input[aria-invalid],select[aria-invalid],textarea[aria-invalid]{border:2px solid var(--failed)}
.choices{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
.choices label{display:inline-flex;align-items:center;gap:.5rem;font-weight:450;min-height:44px}
input[type=radio]{width:1.2rem;height:1.2rem;accent-color:var(--brand);margin:0}
.filters{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.25rem),1fr));align-items:end}
table{font-size:.97rem}
th{font-size:.85rem;font-weight:600;color:var(--soft);background:var(--code);padding:.6rem 1rem;white-space:nowrap}
td{padding:.8rem 1rem;border-top:1px solid var(--line)}
td small{display:block;color:var(--soft);font-size:.875rem}
td:first-child,th:first-child{padding-left:clamp(1rem,2.5vw,1.5rem)}
tr:hover td{background:color-mix(in srgb,var(--brand-soft) 45%,transparent)}
td a{font-weight:620;font-variant-numeric:tabular-nums}
.number{font-variant-numeric:tabular-nums;letter-spacing:.01em}
.empty{padding:2.25rem 1.25rem;text-align:center;color:var(--soft);display:grid;gap:.8rem;justify-items:center}
.pages{display:flex;justify-content:space-between;gap:1rem}
.split{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1.65fr) minmax(0,1fr);align-items:start}
.split>div{display:grid;gap:1.5rem;min-width:0}
dl.facts{display:grid;gap:.9rem 1.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr))}
dl.facts>.wide{grid-column:1/-1}
dl.facts dt{color:var(--soft);font-size:.875rem}
dl.facts dd{font-weight:520;white-space:pre-line}
ul.plain{list-style:none;padding:0;display:grid;gap:.8rem}
ul.plain>li+li{border-top:1px solid var(--line);padding-top:.8rem}
.spread{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;align-items:baseline}
ol.history{list-style:none;padding:0;display:grid}
ol.history li{position:relative;padding:0 0 1.15rem 1.5rem;display:grid;gap:.15rem}
ol.history li::before{content:"";position:absolute;left:0;top:.42rem;width:.7rem;height:.7rem;border-radius:50%;background:var(--card);border:2.5px solid var(--brand)}
ol.history li:not(:last-child)::after{content:"";position:absolute;left:.3rem;top:1.3rem;bottom:-.25rem;width:2px;background:var(--line)}
ol.history time{color:var(--soft);font-size:.875rem}
.sign-in{max-width:25rem;width:100%;margin-inline:auto;display:grid;gap:1.25rem;align-content:start}
@media (max-width:52rem){.split{grid-template-columns:minmax(0,1fr)}}
@media (max-width:44rem){
.bar form{margin-left:0}
.bar nav{flex-basis:100%;order:3}
.bar nav ul{margin-inline:-.35rem;gap:0;justify-content:space-between}
.bar nav a{padding-inline:.35rem;font-size:.85rem}
.chip{white-space:normal}
.bar .inside{justify-content:space-between}
.head .button,form .actions .button{flex:1 1 100%}
.head .actions{width:100%}
table,tbody,tr,td{display:block;width:100%}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr+tr{border-top:1px solid var(--line)}
tr{padding:.85rem clamp(1rem,2.5vw,1.5rem)}
td,td:first-child{border:0;padding:.2rem 0;display:grid;grid-template-columns:6.25rem minmax(0,1fr);gap:.5rem}
td::before{content:attr(data-label);color:var(--soft);font-size:.875rem}
td>div{min-width:0}
td>.chip{justify-self:start}
tr:hover td{background:none}
}
@media (prefers-reduced-motion:no-preference){.button,.tile,.bar a{transition:background-color .12s,border-color .12s,filter .12s}}
@media print{.bar nav,.bar form,.actions,.skip{display:none}.card,fieldset{box-shadow:none}}
`

const style = themeStyle(theme) + baseStyle + ownStyle

let element: Markup | undefined
let source: string | undefined

/** The style element of every page. */
export function portalStyle(): Markup {
  element ??= styleElement(style)
  return element
}

/** The source expression that allows the style sheet in a content security policy. */
export function portalStyleSource(): string {
  source ??= hashSource(style)
  return source
}
