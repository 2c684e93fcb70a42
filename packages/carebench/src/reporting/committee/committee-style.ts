/** Added to the style sheet of the pages of a run. */
export const committeeStyle = /* css */ `
.committee{max-width:900px;margin:0 auto;padding:0 24px 48px}
.committee header.page{padding:24px 0 0;margin:0;max-width:none}
.committee h1{font-size:24px}.committee h2{font-size:16px;margin:18px 0 6px}
.committee section>p,.committee li{max-width:82ch}.committee section>p{margin:6px 0}
.committee .answer{font-size:19px;line-height:1.4;margin:12px 0}
.committee table{width:100%}
.committee td.number,.committee th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:normal}
.committee th.number{max-width:130px;vertical-align:bottom}.committee td.number{min-width:90px}
.committee tbody th[scope=row]{color:var(--ink);font-weight:560;text-align:left;overflow-wrap:anywhere;max-width:none}
.committee .follows{display:block;font-weight:400}
.committee .act{display:block;color:var(--soft);font-size:13px;font-weight:400}
.committee .bad{color:var(--failed);font-weight:650}
.committee ol,.committee ul{padding-left:22px;margin:4px 0}
.committee ul{list-style:disc}.committee ol{list-style:decimal}
.committee .agent+.agent{margin-top:48px}
@media (max-width:640px){
.committee{padding:0 14px 32px}.committee thead{display:none}
.committee tr,.committee tbody th[scope=row]{display:block}.committee tr{padding:6px 0}
.committee td.number{display:inline-block;padding:2px 18px 2px 0;text-align:left}
}
@media print{
@page{size:A4;margin:12mm}
.committee{max-width:none;padding:0;font-size:11.5px;line-height:1.35}
.committee header.page{padding:0}.committee h1{font-size:18px;margin:0}.committee h2{font-size:13px;margin:9px 0 2px}
.committee .answer{font-size:14px;margin:6px 0}.committee td,.committee th{padding:2px 8px 2px 0!important}
.committee table{font-size:11px}.committee .act{font-size:10.5px}
.committee section>p,.committee li{max-width:none;margin:1px 0}.committee .buttons{display:none}
.committee .agent+.agent{break-before:page;margin:0}
}
`
