# The command line in a container: simulates, plans, serves the API with PostgreSQL behind it, works for a cluster.
# docs/container.md says how it is built and used.
FROM node:24.11.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# What only workers need is no dependency of the package: here it is, in the versions of the lock file.
RUN for name in bullmq ioredis; do \
      npm pkg set "dependencies.$name=$(npm pkg get "devDependencies.$name" | tr -d '"')" \
      && npm pkg delete "devDependencies.$name" || exit 1; \
    done \
    && npm install --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.11.0-bookworm-slim
# Servers for `serve --postgres`, and none of the system's own. Debian keeps one version of a release, with its repairs.
# hadolint ignore=DL3008
RUN mkdir -p /etc/postgresql-common \
    && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
    && apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-15 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/package.json /src/LICENSE /opt/neap/
COPY --from=build /src/node_modules /opt/neap/node_modules
COPY --from=build /src/dist /opt/neap/dist
COPY --from=build /src/scenarios /opt/neap/scenarios
COPY build/container-health.mjs /opt/neap/
RUN ln -s /opt/neap/dist/cli/main.js /usr/local/bin/neap \
    && install -d -o node -g node /work /state
WORKDIR /work
USER node
EXPOSE 8432 8433
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "/opt/neap/container-health.mjs"]
ENTRYPOINT ["neap"]
CMD ["--help"]
