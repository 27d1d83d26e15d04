# The image of deploy/image for those who build with docker. It has no base image, so nothing from
# elsewhere is in it but what cargo fetched and Debian's libraries:
#   cargo build --profile dist --locked -p bluff
#   deploy/image target/dist/bluff target/image target/rootfs
#   docker build -t rational-bluff -f Dockerfile target/rootfs
#   docker run -p 8080:8080 -v bluff:/var/lib/bluff --stop-timeout 20 rational-bluff
FROM scratch
COPY --chown=0:0 . /
COPY --chown=65534:65534 var/lib/bluff /var/lib/bluff
VOLUME /var/lib/bluff
WORKDIR /var/lib/bluff
USER 65534:65534
EXPOSE 8080
ENV PATH=/usr/bin BLUFF_LISTEN=0.0.0.0:8080 BLUFF_LOG=json \
    BLUFF_CATALOGUE=/var/lib/bluff/catalogue.sqlite
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["bluff", "health"]
ENTRYPOINT ["bluff"]
CMD ["serve"]
