# syntax=docker/dockerfile:1
FROM node:20-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile \
  && npx --yes pnpm@12.21.0 build \
  # Only the legacy way leaves out what the packages use for their own tests; it takes the versions of the lockfile too.
  && npx --yes pnpm@12.21.0 --filter @carebench/image deploy --prod --legacy /app

FROM node:20-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8443
# The certificate is the server's own, and this asks nothing that is secret.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["env", "NODE_TLS_REJECT_UNAUTHORIZED=0", "node", "--no-warnings", "-e", "fetch('https://127.0.0.1:8443/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/carebench/dist/main.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8443", "--data", "/data"]
