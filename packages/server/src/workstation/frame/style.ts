import { hashSource } from '../../site/hash-source.js'
import type { Markup } from '../../site/markup.js'
import { styleElement } from '../../site/page.js'
import { baseStyle } from '../../site/style/base-style.js'
import { plainTheme, type Theme, themeStyle } from '../../site/style/theme.js'
import type { PlaceKind } from '../visit.js'

const ownStyle = /* css */ `
body{font-size:14px;line-height:1.45}
ul,ol{padding:0;list-style:none}
.bar{display:flex;gap:16px;align-items:center;justify-content:space-between;padding:8px 20px;background:var(--card);
border-bottom:1px solid var(--line)}
.brand{font-weight:650}.brand .soft{font-weight:400;margin-left:8px;overflow-wrap:anywhere}
.desk{display:grid;grid-template-columns:186px minmax(0,1fr);min-height:calc(100vh - 50px)}
.apps{border-right:1px solid var(--line);background:var(--card);padding:12px 8px}
.apps ul{position:sticky;top:12px}
.apps a{display:block;padding:6px 12px;border-radius:6px;color:inherit;text-decoration:none}
.apps a:hover{background:var(--code)}
.apps a[aria-current]{background:var(--code);font-weight:600;box-shadow:inset 3px 0 var(--accent)}
main{padding:18px 24px 48px;min-width:0;max-width:1500px}
main:focus{outline:0}
.alone{max-width:560px;margin:8vh auto;background:var(--card);border:1px solid var(--line);border-radius:10px;\
padding:28px}
.alone h1{margin-bottom:8px}.alone .actions{margin-top:16px}
h1,h2,p,li,label,legend,summary,a,b{overflow-wrap:anywhere}
th a{overflow-wrap:break-word}
h1{font-size:20px;letter-spacing:-.01em}
h2{font-size:15px;margin:22px 0 8px}
.heading{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;justify-content:space-between;margin-bottom:12px}
.lead{color:var(--soft);margin:-4px 0 14px;overflow-wrap:anywhere}
.actions{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
button,.button{display:inline-block;border:1px solid var(--line);background:var(--card);color:var(--ink);
border-radius:6px;padding:5px 12px;cursor:pointer;text-decoration:none;line-height:1.45}
button:hover,.button:hover{border-color:var(--accent)}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:600}
.tabs{display:flex;flex-wrap:wrap;gap:2px;border-bottom:1px solid var(--line);margin-bottom:14px}
.tabs a{padding:6px 12px;color:var(--soft);text-decoration:none;border-bottom:2px solid transparent;margin-bottom:-1px}
.tabs a:hover{color:var(--ink)}.tabs a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--accent)}
.panel{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin-bottom:16px}
.panel.narrow{max-width:760px}
.panel>h2:first-child{margin-top:0}
.scroll{overflow-x:auto;max-width:100%;position:relative}
table{background:var(--card);border:1px solid var(--line)}
caption{text-align:left;font-weight:600;padding:0 0 6px}
th,td{padding:6px 10px;border-top:1px solid var(--line);overflow-wrap:break-word;max-width:34em}
thead th{border-top:0;background:var(--code);font-weight:600;font-size:12.5px;color:var(--soft);white-space:nowrap}
tbody th{font-weight:560;min-width:8em}
td.flag{font-weight:650;color:var(--failed)}
.status{display:inline-flex;align-items:baseline;gap:6px;border-radius:999px;padding:0 9px 0 7px;font-weight:560;
color:var(--tone,var(--ink));background:color-mix(in srgb,var(--tone,var(--soft)) 10%,var(--card))}
.status::before{content:"";flex:none;width:8px;height:8px;border-radius:50%;border:2px solid var(--tone,var(--soft))}
.status.good{--tone:var(--passed)}.status.bad{--tone:var(--failed)}.status.wait{--tone:var(--partial)}
.status.ask{--tone:var(--errored)}.status.open{--tone:var(--accent)}
.status.good::before,.status.open::before{background:var(--tone)}
.status.bad::before,.status.ask::before{background:var(--tone);border-radius:0}
.status.bad::before{transform:rotate(45deg)}
td.short{white-space:nowrap}td.amount{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tbody tr:hover>*{background:color-mix(in srgb,var(--accent) 4%,var(--card))}
dl.facts{display:grid;grid-template-columns:minmax(110px,max-content) minmax(0,1fr);gap:4px 16px}
dl.facts>dt{color:var(--soft)}dl.facts>dd{overflow-wrap:anywhere;min-width:0}
dl.facts dl.facts{border-left:2px solid var(--line);padding-left:12px}
dd>ul>li+li{margin-top:4px}
pre{margin:4px 0;background:var(--code);border:1px solid var(--line);border-radius:6px;padding:10px 12px;
white-space:pre-wrap;overflow-wrap:anywhere}
.paper{background:var(--card);
border:1px solid var(--line);box-shadow:0 1px 3px color-mix(in srgb,var(--ink) 14%,transparent);max-width:52rem;
min-height:18rem;padding:20px 32px 32px;margin-bottom:18px}
.paper>.soft{text-align:right;font-size:12.5px;margin-bottom:12px}
.paper pre{background:none;border:0;padding:0}
.document{max-width:66rem}.document h2:first-child{margin-top:0}.document p{margin:6px 0;overflow-wrap:anywhere}
ul.steps{display:grid;gap:5px;max-width:80ch;margin:8px 0;padding-left:1.4em;text-indent:-1.4em}
.prose{white-space:pre-wrap;overflow-wrap:anywhere;max-width:80ch}
form.fields{display:grid;gap:12px;max-width:760px}
form.section,.section{grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));align-items:end}
.section>:has(textarea),.section>:not(.field){grid-column:1/-1}
details form.fields{grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));align-items:end}
details form.fields>.actions{grid-column:1/-1}
form.filters{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr));gap:10px 14px;align-items:end}
.field{display:grid;gap:3px;min-width:0}
.field>label,legend{font-weight:560}
.hint{color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.needed{color:var(--soft);font-weight:400}
fieldset{border:1px solid var(--line);border-radius:8px;padding:8px 14px 14px;margin:0;display:grid;gap:10px;
min-width:0}
input,select,textarea{width:100%;border:1px solid var(--faint);background:var(--bg);border-radius:6px;padding:5px 9px;
min-width:0}
input,select{min-height:32px}select{padding-block:3px}
input[type=checkbox],input[type=radio]{width:auto;min-height:0}
textarea{min-height:5.5em;resize:vertical}
textarea.tall{min-height:24em}
textarea.mono{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
[aria-invalid=true]{border-color:var(--failed);border-width:2px}
.wrong{color:var(--failed);font-weight:560;overflow-wrap:anywhere}
.note{border:1px solid var(--line);border-left:4px solid var(--tone,var(--partial));background:var(--card);\
border-radius:6px;padding:10px 14px;margin-bottom:14px;overflow-wrap:anywhere}
.note.bad{--tone:var(--failed)}.note.good{--tone:var(--passed)}.note h2{margin:0 0 4px}
.note ul{list-style:disc;padding-left:18px}
.empty{color:var(--soft);border:1px dashed var(--line);border-radius:8px;padding:20px;text-align:center}
summary{cursor:pointer;font-weight:560}
details.panel>*+*{margin-top:10px}
p.actions+.panel,section+details.panel,section+.panel{margin-top:16px}
form.panel>h2{margin:0}
.banner{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline}
.banner b{font-size:16px}.banner span{white-space:nowrap}
.turns{display:grid;gap:8px;max-width:760px}
.turns li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:6px 12px;max-width:88%}
.turns li.own{justify-self:end;background:var(--code)}
.turns .soft{font-size:12.5px}
.scroll+.actions,.actions+.scroll{margin-top:10px}
.cards{display:grid;gap:14px}.cards h2{margin-top:0}.cards .panel{margin:0}.cards .actions{margin-top:10px}
@media screen and (max-width:760px){table,tbody,tr,th,td{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:8px 12px}tr+tr{border-top:1px solid var(--line)}
tbody th,tbody td{max-width:none;border:0;padding:1px 0;text-align:left!important}
td[data-label]{display:grid;grid-template-columns:7.5em minmax(0,1fr);gap:8px;justify-items:start;
white-space:normal!important}td.none{display:none}
td::before{content:attr(data-label);content:attr(data-label) / "";color:var(--soft);font-weight:400}
form.filters{grid-template-columns:repeat(2,minmax(0,1fr))}
.desk{grid-template-columns:minmax(0,1fr);grid-template-rows:auto 1fr}\
.apps{border-right:0;border-bottom:1px solid var(--line);padding:6px 8px}\
.apps ul{position:static;display:flex;flex-wrap:wrap}.apps a{padding:4px 9px}\
.apps a[aria-current]{box-shadow:inset 0 -2px var(--accent)}\
main{padding:14px 12px 36px}.bar{padding:8px 12px}\
dl.facts{grid-template-columns:minmax(0,1fr);gap:0}dl.facts>dd{margin-bottom:6px}}
@media print{.apps,.bar form,.actions,form,.tabs,details.panel,.panel:has(>form),section:has(>h2+.actions)\
{display:none}
.desk{display:block}body{background:#fff}main{padding:12px 0}.scroll{overflow:visible}tr,.panel{break-inside:avoid}
.status{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

/** The colors of portals. */
const siteTheme: Theme = {
  light: {
    ...plainTheme.light,
    bg: '#f5f4ef',
    code: '#ece9e1',
    line: '#d8d4c9',
    ink: '#172126',
    soft: '#4d585e',
    accent: '#0b5861',
    focus: '#b45309',
    faint: '#77746a',
    bar: '#0c3b40',
  },
  dark: {
    ...plainTheme.dark,
    bg: '#10171a',
    card: '#182226',
    code: '#0c1215',
    line: '#2c393e',
    accent: '#86d6d3',
    focus: '#fbbf24',
    faint: '#819095',
    bar: '#0a1f22',
  },
}

const siteRules = /* css */ `
body{font-size:15px}
.bar{background:var(--bar);border:0;color:#eef6f5;padding:10px 24px}
.bar a{color:inherit;text-decoration:none}.bar .soft{color:inherit;opacity:.85}
.bar button{background:none;color:inherit;border-color:currentColor}
.bar :focus-visible{outline-color:#fbbf24}
main{max-width:1120px;margin:0 auto}
footer{max-width:1120px;margin:0 auto;padding:0 24px 24px;font-size:13px}
.alone .field{margin-bottom:10px}
`

const style = themeStyle(plainTheme) + baseStyle + ownStyle
const portalStyle = themeStyle(siteTheme) + baseStyle + ownStyle + siteRules

/** Returns the style sheet of workstations. */
export function workstationStyle(): Markup {
  return styleElement(style)
}

/** Returns the style sheet of sites of their own. */
export function siteStyle(): Markup {
  return styleElement(portalStyle)
}

/** Returns the source expression that allows the style sheet of pages in a content security policy. */
export function styleSourceFor(kind: PlaceKind): string {
  return hashSource(kind === 'site' ? portalStyle : style)
}
