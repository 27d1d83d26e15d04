# The service in a container: docker build -t bluff . && docker run -p 8080:8080 -v bluff:/var/lib/bluff --stop-timeout 20 bluff
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . .
RUN cargo build --profile dist --locked -p bluff

FROM debian:bookworm-slim
COPY --from=build /build/target/dist/bluff /usr/local/bin/bluff
# Solved games are kept in the volume; BLUFF_CATALOGUE=postgres://… shares them between replicas.
RUN install -d -o 65534 -g 65534 /var/lib/bluff
VOLUME /var/lib/bluff
USER 65534:65534
EXPOSE 8080
ENV BLUFF_LISTEN=0.0.0.0:8080 BLUFF_LOG=json BLUFF_CATALOGUE=/var/lib/bluff/catalogue.sqlite
ENTRYPOINT ["bluff"]
CMD ["serve"]
