declare module 'parse-prometheus-text-format' {
  /** Reads the text format of Prometheus; it joins the series of a histogram. */
  function parsePrometheusText(
    text: string,
  ): readonly { readonly name: string; readonly type: string; readonly metrics: readonly unknown[] }[]
  export = parsePrometheusText
}
