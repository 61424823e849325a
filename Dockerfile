# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/install.mjs scripts/prune.mjs scripts/run.mjs scripts/stamp.mjs scripts/
RUN node scripts/install.mjs
COPY . .
RUN npm run build && node scripts/image-files.mjs /image

# Debian's ffmpeg needs 460 MB of libraries. This is its source with what lib/files/media uses, and without network.
FROM node:24-bookworm-slim AS programs
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
  && apt-get update \
  && apt-get install -y --no-install-recommends \
    build-essential dpkg-dev libdav1d-dev libmp3lame-dev nasm pkg-config zlib1g-dev
WORKDIR /source
RUN apt-get source ffmpeg && mv ffmpeg-*/ ffmpeg
WORKDIR /source/ffmpeg
RUN ./configure --disable-autodetect --disable-debug --disable-doc --disable-ffplay --disable-ffprobe \
    --disable-network --disable-avdevice --disable-devices --disable-hwaccels \
    --disable-encoders --disable-muxers --disable-demuxers --disable-protocols --disable-filters \
    --enable-zlib --enable-libmp3lame --enable-libdav1d \
    --enable-protocol=file,pipe \
    --enable-demuxer=mov,matroska,avi,mpegts,mpegps,mpegvideo,h264,hevc,flv,asf,ogg,mp3,wav,aac,flac,amr,aiff,caf,w64,gif,mxf,dv \
    --enable-encoder=libmp3lame,mjpeg,rawvideo,pcm_s16le \
    --enable-muxer=matroska,mp3,wav,framehash,framecrc \
    --enable-filter=split,select,scale,setsar,format,fps,null,trim,transpose,hflip,vflip,anull,atrim,aformat,aresample \
  && make -j"$(nproc)" ffmpeg
# The system of the image: what these programs link to, a shell, and an init. There is no package manager in it.
WORKDIR /packages
RUN apt-get download base-files busybox-static libatomic1 libc6 libdav1d6 libgcc-s1 libmp3lame0 libstdc++6 netbase tini zlib1g \
  && mkdir -p /system/var/lib/dpkg/status.d \
  && for package in *.deb; do \
    dpkg-deb -x "$package" /system; \
    dpkg-deb -f "$package" > "/system/var/lib/dpkg/status.d/${package%%_*}"; \
  done \
  && chroot /system /bin/busybox --install -s /bin \
  && cp /etc/passwd /etc/group /etc/nsswitch.conf /system/etc/ \
  && mkdir -p /system/usr/local/bin /system/usr/local/share/doc /system/data /system/home/node \
  && cp /source/ffmpeg/COPYING.LGPLv2.1 /system/usr/local/share/doc/ffmpeg \
  && cp /usr/local/LICENSE /system/usr/local/share/doc/node \
  && strip -o /system/usr/local/bin/ffmpeg /source/ffmpeg/ffmpeg \
  && strip -o /system/usr/local/bin/node /usr/local/bin/node \
  && chown node:node /system/data /system/home/node

FROM scratch
COPY --from=programs /system /
WORKDIR /app
COPY --from=build --chown=root:root /image ./
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=.next/cache/compiled
# The pages' cache is the only thing that is written outside of DATA_DIR.
RUN mkdir -p .next/cache && chown -R node:node .next/cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/api/v1/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "build/server.mjs"]
