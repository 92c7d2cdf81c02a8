# The product (target `product`, the default) and, for trials only, the emulators (target `emulators`).
# Built with: docker build -t subscription-site .

# By digest, so that a tag that is moved changes nothing; Renovate updates it.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE_IMAGE} AS base
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# Site and server from source, with everything needed to build.
FROM base AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Only what the server needs at run time: without types and source maps of packages, and unused weights and previews of fonts.
FROM base AS product-packages
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace backend --workspace shared \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.ttf.png' \) -delete \
  && rm -r node_modules/@expo-google-fonts/*/[1235689]00* node_modules/@expo-google-fonts/noto-*-*/700* node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm

FROM base AS emulator-packages
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace sandbox

# Payment sandbox, mailbox and emulator app. Never part of what faces the public.
FROM ${NODE_IMAGE} AS emulators
ENV NODE_ENV=development \
    EMULATORS_HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=emulator-packages /app/package.json ./
COPY --from=emulator-packages /app/node_modules ./node_modules
COPY sandbox ./sandbox
USER node
VOLUME /data
EXPOSE 3010 3020 3025 3030
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3010/').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "sandbox/src/main.ts"]

# API, worker and migrations: the same image, another command.
FROM ${NODE_IMAGE} AS product
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    PORT=3000 \
    WORKER_PORT=3001
WORKDIR /app
RUN mkdir /files /buffers && chown node:node /files /buffers
COPY --from=product-packages /app/package.json ./
COPY --from=product-packages /app/node_modules ./node_modules
COPY --from=product-packages /app/shared/package.json shared/
COPY --from=product-packages /app/backend/package.json backend/
COPY --from=build /app/shared/dist shared/dist
COPY --from=build /app/backend/migrations backend/migrations
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
USER node
# Uploaded files.
VOLUME /files
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "backend/dist/main.js"]
