# An image from a clean clone. It has no base image: the command, Debian's libraries that it loads,
# and the certificates of the authorities.
#   docker build -t rational-bluff .
#   docker run -p 8080:8080 -v bluff:/var/lib/bluff --stop-timeout 20 rational-bluff
FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked -p bluff && deploy/rootfs target/dist/bluff /rootfs

FROM scratch
COPY --from=build /rootfs /
COPY --from=build --chown=65534:65534 /rootfs/var/lib/bluff /var/lib/bluff
VOLUME /var/lib/bluff
WORKDIR /var/lib/bluff
USER 65534:65534
EXPOSE 8080
ENV PATH=/usr/bin BLUFF_LISTEN=0.0.0.0:8080 BLUFF_LOG=json \
    BLUFF_CATALOGUE=/var/lib/bluff/catalogue.sqlite
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["bluff", "health"]
ENTRYPOINT ["bluff"]
CMD ["serve"]
