/** The style of the plots of this package. A plot takes its color from a class that sets `--tone` or `--own`. */
export const plotStyle: string = /* css */ `
figure{margin-top:20px}
figcaption{font-weight:600;margin-bottom:8px}
figcaption .soft{font-weight:400;font-size:13.5px;margin-left:8px}
.ring{width:116px;height:116px;display:block}
.ring circle{fill:none;stroke-width:12}.ring .rail{stroke:var(--rail)}
.ring .arc{stroke:var(--tone);stroke-linecap:round}
.ring text{font-size:29px;font-weight:680;fill:var(--ink);letter-spacing:-.02em}
.bars{display:grid;gap:10px 28px;grid-template-columns:repeat(auto-fit,minmax(210px,1fr))}
.bars dt{font-weight:560}.bars dt small{color:var(--soft);font-weight:400;font-size:13px;margin-left:4px}
.bars dd{display:flex;gap:12px;align-items:center}
.bars b{font-variant-numeric:tabular-nums;min-width:40px;text-align:right;font-weight:600}
.bar{flex:1;min-width:0;height:9px;border-radius:5px;display:block;overflow:hidden}
.bar .rail{fill:var(--rail)}.bar .fill{fill:var(--tone)}
.interval{display:block;width:240px;max-width:none;overflow:visible}
.interval text{font-size:11px;fill:var(--soft)}
.grid{stroke:var(--line)}
.whisker{stroke:var(--own);stroke-width:2.5;stroke-linecap:round}
.point{fill:var(--own);stroke:var(--card);stroke-width:2}
.chart{display:block;width:620px;max-width:none;height:auto}
.chart text{font-size:12px;fill:var(--soft)}
.curve{fill:none;stroke:var(--own);stroke-width:2.5;stroke-linejoin:round}.curve.dashed{stroke-dasharray:6 5}
.dot{fill:var(--own)}
.parts{display:block;width:100%;height:20px;border-radius:6px}
.part{fill:var(--own,var(--tone))}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13.5px;color:var(--soft);margin-top:6px}
.legend li{display:flex;gap:6px;align-items:center}.legend b{color:var(--ink);font-variant-numeric:tabular-nums}
.swatch{display:inline-block;width:11px;height:11px;border-radius:3px;background:var(--own,var(--tone));flex:none}
.series-0{--own:var(--series-0)}.series-1{--own:var(--series-1)}.series-2{--own:var(--series-2)}
.series-3{--own:var(--series-3)}.series-4{--own:var(--series-4)}.series-5{--own:var(--series-5)}
@media print{.chart{max-width:100%;height:auto}}
`
