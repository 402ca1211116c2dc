import type { Meaning, Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { runEngine } from './container-run.ts'

const reads: Subcommand = { tier: 'read', otherOptions: 'plain' }
const deletes: Subcommand = { tier: 'execute', does: ['change container/delete'], otherOptions: 'plain' }
const stops: Subcommand = { tier: 'execute', does: ['change container/stop'], otherOptions: 'plain' }
/**
 * A container by its name, which the next command can start again; one whose name comes from another command may be
 * anyone's.
 */
const rests: Subcommand = {
  tier: 'write',
  does: ['change container/start'],
  options: { '-t N --time=N --timeout=N -s NAME --signal=NAME': 'plain' },
  operands: { '': 'change container/stop', '*': 'plain' },
}
const starts: Subcommand = { tier: 'write', does: ['change container/start'], otherOptions: 'plain' }
const creates: Subcommand = { tier: 'write', does: ['change container/create'], otherOptions: 'plain' }
const fetches: Subcommand = { tier: 'write', does: ['change container/fetch'], otherOptions: 'plain' }
const configures: Subcommand = { tier: 'write', does: ['change container/configure'], otherOptions: 'plain' }
/** A swarm also runs other people's containers. */
const applies: Subcommand = { tier: 'execute', does: ['change container/apply'], otherOptions: 'plain' }
const sends: Subcommand = { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' }
const attaches: Subcommand = { tier: 'execute', does: ['opaque an interactive session in a container'] }
const writesOut: Subcommand = {
  tier: 'read',
  options: { '-o FILE --output=FILE': 'write', '--platform=NAME --format=FORMAT': 'plain' },
}
const copies: Subcommand = {
  tier: 'write',
  options: { '-a --archive -L --follow-link -q --quiet --overwrite': 'plain' },
}

const insideOptions: Options = {
  '-e VARIABLE --env=VARIABLE': 'env',
  '--env-file=FILE --label-file=FILE': 'read',
  '-w DIR --workdir=DIR -u USER --user=USER --detach-keys=KEYS': 'plain',
  '-d --detach -i --interactive -t --tty -T --no-tty -q --quiet': 'plain',
  '--privileged': 'change container/privileged',
}

const runOptions: Options = {
  ...insideOptions,
  '--cidfile=FILE --pidfile=FILE': 'write',
  '-v SPEC --volume=SPEC --mount=SPEC --tmpfs=SPEC --volumes-from=NAME --volume-driver=NAME': 'plain',
  '--device=SPEC --device-cgroup-rule=RULE --cap-add=NAME --security-opt=OPTION --use-api-socket':
    'change container/privileged',
  '--pid=MODE --ipc=MODE --uts=MODE --userns=MODE --cgroupns=MODE': {
    'host host:*': 'change container/privileged',
    '*': 'plain',
  },
  '--network=NAME --net=NAME': { host: 'change container/network', '*': 'plain' },
  '--name=NAME -p PORTS --publish=PORTS --expose=PORT --entrypoint=COMMAND -l LABEL --label=LABEL -h NAME --hostname=NAME --domainname=NAME --network-alias=NAME --net-alias=NAME --ip=IP --ip6=IP --mac-address=MAC --add-host=HOST --dns=IP --dns-option=OPTION --dns-search=DOMAIN --link=NAME --link-local-ip=IP':
    'plain',
  '-m N --memory=N --memory-swap=N --memory-reservation=N --memory-swappiness=N --kernel-memory=N --cpus=N -c N --cpu-shares=N --cpuset-cpus=SET --cpuset-mems=SET --cpu-period=N --cpu-quota=N --shm-size=N --ulimit=LIMIT --pids-limit=N --blkio-weight=N --gpus=SPEC --oom-score-adj=N --storage-opt=OPTION --sysctl=SETTING --cgroup-parent=NAME':
    'plain',
  '--platform=NAME --pull=WHEN --restart=POLICY --runtime=NAME --isolation=NAME --log-driver=NAME --log-opt=OPTION --stop-signal=NAME --stop-timeout=N --group-add=GROUP --cap-drop=NAME --annotation=TEXT -a STREAM --attach=STREAM --health-cmd=COMMAND --health-interval=N --health-retries=N --health-timeout=N --health-start-period=N --pod=NAME --arch=NAME --os=NAME --timezone=NAME --tz=NAME --replace[=YES]':
    'plain',
  '--rm --init --read-only -P --publish-all --no-healthcheck --sig-proxy[=YES] --oom-kill-disable --disable-content-trust[=YES]':
    'plain',
}

const buildOptions: Options = {
  '-f FILE --file=FILE': { '-': 'opaque a build file from standard input', '*': 'code' },
  '--iidfile=FILE --metadata-file=FILE': 'write',
  '--secret=SPEC --ssh=SPEC': 'change secrets/read',
  '--push': 'change container/publish',
  '-o SPEC --output=SPEC': { '*type=registry* *push=true* *push=1*': 'change container/publish', '*': 'plain' },
  // A bare name refers to a registry; every other kind of cache is remote as well.
  '--cache-to=SPEC': { '*type=inline*': 'plain', '*type=local*': 'plain', '*': 'change container/publish' },
  '--allow=ENTITLEMENT --security-opt=OPTION --cap-add=NAME --device=SPEC': 'change container/privileged',
  '-v SPEC --volume=SPEC': 'opaque a mount in a build',
  '--network=MODE': { host: 'change container/network', '*': 'plain' },
  '-t TAG --tag=TAG --build-arg=SETTING --build-context=CONTEXT --target=STAGE --platform=NAME --label=LABEL --cache-from=SOURCE --progress=KIND --builder=NAME --add-host=HOST -m N --memory=N --shm-size=N --ulimit=LIMIT --set=SETTING --layers[=YES] --format=FORMAT --annotation=TEXT --attest=SPEC --provenance=SPEC --sbom=SPEC --no-cache-filter=STAGE --isolation=NAME --with-dependencies':
    'plain',
  '--no-cache --pull[=WHEN] -q --quiet --rm[=YES] --force-rm --load --squash --compress --check -D --debug --print --parallel':
    'plain',
}

const build: Subcommand = {
  tier: 'execute',
  code: 'project',
  // All files below the directory are sent to the engine.
  does: ['recursive'],
  options: buildOptions,
  operands: {
    '-': 'opaque a build from standard input',
    '*://*': 'opaque a build of remote files',
    'git@*': 'opaque a build of remote files',
    '*': 'read',
  },
}

const run: Subcommand = { tier: 'execute', options: runOptions, operands: ['plain', 'command'] }
/** Its own tier is that of a read: the command that it starts inside is counted separately. */
const exec: Subcommand = { tier: 'read', options: insideOptions, operands: ['plain', 'command'] }

const containerReads = 'ps logs inspect stats top port diff'
const up: Subcommand = {
  tier: 'execute',
  code: 'project',
  options: { '-f --follow --force': 'plain', '-p': 'plain', '-V --renew-anon-volumes': 'change container/delete' },
  otherOptions: 'plain',
}

const compose: Subcommand = {
  tier: 'execute',
  options: {
    '-f FILE --file=FILE --env-file=FILE': { '-': 'opaque a compose file from standard input', '*': 'read' },
    '--project-directory=DIR': 'code',
    '-p NAME --project-name=NAME --profile=NAME --progress=KIND --ansi=WHEN --parallel=N --all-resources --compatibility --verbose':
      'plain',
    '--dry-run': 'plain',
  },
  commands: {
    'ps ls logs images top port version events stats volumes': {
      tier: 'read',
      options: { '-f --follow --filter=FILTER -p': 'plain' },
      otherOptions: 'plain',
    },
    'config convert': { tier: 'read', options: { '-o FILE --output=FILE': 'write' }, otherOptions: 'plain' },
    build: { ...build, operands: 'plain', options: { ...buildOptions, '--with-dependencies': 'plain' } },
    'up create start watch scale stop restart pause unpause wait': up,
    down: {
      tier: 'execute',
      code: 'project',
      options: {
        '-v --volumes --rmi=KIND': 'change container/delete',
        '-t N --timeout=N --remove-orphans': 'plain',
      },
    },
    exec: { ...exec, options: { ...insideOptions, '--index=N': 'plain' } },
    run: { ...run, code: 'project', options: { ...runOptions, '--build --no-deps --service-ports -P': 'plain' } },
    pull: fetches,
    'push publish': sends,
    cp: { ...copies, options: { ...copies.options, '--index=N --all': 'plain' } },
    rm: { ...deletes, options: { '-f --force': 'plain' } },
    kill: stops,
    attach: attaches,
    commit: creates,
    export: writesOut,
  },
}

const engines: Meaning = {
  'unix://* npipe://* /* ~/*': 'plain',
  '*localhost* *127.0.0.1*': 'connect',
  '*': 'connect sends',
}

/** A remote engine, which receives the files of the next build. */
const usesOtherEngine: Subcommand = {
  ...configures,
  options: { '--docker=SETTINGS': { '*host=tcp:* *host=ssh:* *host=http*': 'connect sends', '*': 'plain' } },
  operands: { '*://*': 'connect sends', '*': 'plain' },
}

const engine: Program = {
  tier: 'execute',
  options: {
    // That host receives everything that is built and run.
    '-H HOST --host=HOST --url=HOST': engines,
    '--context=NAME --connection=NAME -l LEVEL --log-level=LEVEL --namespace=NAME --address=PATH': 'plain',
    '-c NAME': 'plain',
    '--config=DIR': 'code',
    '--tlscacert=FILE --tlscert=FILE --tlskey=FILE': 'read',
    '-D --debug --tls --tlsverify -r --remote': 'plain',
    '-v': 'plain',
  },
  env: { 'DOCKER_HOST CONTAINER_HOST': engines, DOCKER_CONFIG: 'code' },
  commands: {
    [`${containerReads} images version info events history search`]: {
      tier: 'read',
      options: { '-l --latest -c -H --human -v': 'plain' },
      otherOptions: 'plain',
    },
    run,
    exec,
    create: run,
    build,
    'start unpause': starts,
    restart: rests,
    'stop pause wait kill': stops,
    'rm rmi': deletes,
    attach: attaches,
    pull: fetches,
    push: sends,
    'tag rename update commit': creates,
    'load import': { tier: 'write', options: { '-i FILE --input=FILE': 'read' }, otherOptions: 'plain' },
    'save export': writesOut,
    cp: copies,
    login: { tier: 'execute', does: ['change container/login'], otherOptions: 'plain' },
    logout: configures,
    container: {
      commands: {
        [`ls list ${containerReads}`]: reads,
        run,
        exec,
        create: run,
        'start unpause': starts,
        restart: rests,
        'stop pause wait kill': stops,
        'rm remove prune cleanup': deletes,
        attach: attaches,
        'rename update commit': creates,
        export: writesOut,
        cp: copies,
      },
    },
    image: {
      commands: {
        'ls list inspect history search tree exists': reads,
        build,
        pull: fetches,
        push: sends,
        tag: creates,
        'load import': { tier: 'write', options: { '-i FILE --input=FILE': 'read' }, otherOptions: 'plain' },
        save: writesOut,
        'rm remove prune untag': deletes,
      },
    },
    'volume network': {
      commands: {
        'ls list inspect exists': reads,
        'create connect disconnect update reload': creates,
        'rm remove prune': deletes,
      },
    },
    system: { commands: { 'df info events': reads, 'prune reset': deletes, 'renumber migrate': stops } },
    builder: { commands: { prune: deletes, build } },
    buildx: {
      options: { '--builder=NAME': 'plain' },
      commands: {
        'ls inspect du version': reads,
        'build bake': build,
        create: usesOtherEngine,
        use: configures,
        stop: stops,
        'prune rm': deletes,
        imagetools: { commands: { inspect: reads, create: sends } },
        history: { commands: { 'ls inspect logs': reads, rm: deletes } },
      },
    },
    context: {
      commands: {
        'ls list show inspect': reads,
        'use import': configures,
        'create update': usesOtherEngine,
        'rm remove': deletes,
      },
    },
    manifest: { commands: { 'inspect exists': reads, 'create annotate add': creates, push: sends, rm: deletes } },
    'service stack node secret config plugin swarm pod machine trust': {
      // An option of podman.
      options: { '--showsecret': 'change secrets/read' },
      commands: {
        'ls list ps inspect logs services config info stats top exists': reads,
        'join-token unlock-key': { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' },
        'create update scale deploy up rollback promote demote init join unlock ca install enable set push upgrade sign':
          applies,
        'start restart': starts,
        'stop leave disable kill pause': stops,
        'rm remove down prune reset revoke': deletes,
      },
    },
    scout: { commands: { 'cves quickview recommendations compare sbom version': writesOut } },
    compose,
  },
  examples: {
    'docker ps -a --format "{{.Names}}"': [],
    'docker logs -f --tail 100 web': [],
    'docker exec -it web uptime': 'run uptime in container web',
    'docker exec web rm -rf /data': ['run rm -rf /data in container web', 'delete /data in container web'],
    'docker run --rm alpine uptime': 'run uptime in container alpine',
    'docker run --privileged -v /:/host alpine': [
      'change container/privileged',
      'read /',
      'change container/host-files /:/host',
    ],
    'docker run -v ./src:/src:ro node': 'read src',
    'docker run -v "$PWD/src":/src node': 'read src',
    'docker run --pid=host --network host alpine': [
      'change container/privileged host',
      'change container/network host',
    ],
    'docker rm -f web': 'change container/delete',
    'docker restart -t 5 api': 'change container/start',
    'docker restart $(docker ps -q)': [
      'change container/start',
      'change container/stop $(docker ps -q)',
      'run docker restart $(docker ps -q)',
    ],
    'docker kill api': 'change container/stop',
    'docker restart --all': ['change container/start', 'opaque unknown option `--all` of `docker restart`'],
    'docker cp web:/etc/passwd ./passwd': ['connect web', 'read /etc/passwd in container web', 'write passwd'],
    'docker build -t app -f Dockerfile.dev .': ['read Dockerfile.dev', 'read /home/dev/project'],
    'docker build -o type=image,name=a,push=true src': [
      'change container/publish type=image,name=a,push=true',
      'read src',
    ],
    'docker build -o /etc/a src': ['write /etc/a', 'read src'],
    'docker build -o type=local,dest=out src': ['write out', 'read src'],
    'docker build --cache-to type=registry,ref=a src': ['change container/publish type=registry,ref=a', 'read src'],
    'docker compose --project-directory /etc/a ps': ['read /etc/a', 'opaque code in `/etc/a`'],
    'docker build https://example.com/x.git': 'opaque a build of remote files: `https://example.com/x.git`',
    'docker push app': 'connect … sends',
    'docker compose up -d': [],
    'docker compose -f /tmp/x.yml up': ['read /tmp/x.yml', 'read /tmp/x.yml', 'opaque code in `/tmp/x.yml`'],
    'docker compose down -v': 'change container/delete',
    'docker compose exec web uptime': 'run uptime in container web',
    'docker compose logs -f web': [],
    'docker compose exec -T web python manage.py test': [],
    'docker compose exec web python manage.py flush': 'change database/drop',
    'docker compose exec web bin/rails db:drop': [
      'run rails db:drop in container web',
      'change database/drop in container web',
    ],
    'docker compose exec web ./scripts/test.sh': [],
    'docker exec web ./scripts/test.sh': 'run ./scripts/test.sh in container web',
    'docker frobnicate': 'opaque unknown subcommand `frobnicate` of `docker`',
  },
}

const buildah: Program = {
  tier: 'execute',
  commands: {
    'containers ps images inspect info version': reads,
    'build bud build-using-dockerfile': build,
    'from pull': fetches,
    run: { ...run, options: { ...runOptions, '--isolation=KIND': 'plain' } },
    'config commit tag add copy rename': creates,
    push: sends,
    'rm rmi prune': deletes,
    login: { tier: 'execute', does: ['change container/login'], otherOptions: 'plain' },
    unshare: { tier: 'execute', operands: 'command' },
  },
  examples: {
    'buildah run c1 uptime': 'run uptime in container c1',
    'buildah rm c1': 'change container/delete',
  },
}

/** Containers: commands inside do not affect the host, unless its files are mounted. */
export const containers: Programs = {
  'docker podman nerdctl': { ...engine, custom: call => runEngine(engine, call) },
  'docker-compose podman-compose': composeProgram(),
  buildah: { ...buildah, custom: call => runEngine(buildah, call) },
  skopeo: {
    tier: 'execute',
    options: { '--debug --override-os=NAME --override-arch=NAME --command-timeout=N --tls-verify[=YES]': 'plain' },
    commands: {
      'inspect list-tags manifest-digest': reads,
      'copy sync': {
        tier: 'write',
        options: {
          '-a --all -q --quiet -f FORMAT --format=FORMAT --src-creds=CREDS --dest-creds=CREDS --authfile=FILE --src-tls-verify[=YES] --dest-tls-verify[=YES] -s KIND --src=KIND -d KIND --dest=KIND --scoped --preserve-digests':
            'plain',
        },
        operands: ['connect', 'connect sends'],
      },
      delete: deletes,
      login: { tier: 'execute', does: ['change container/login'], otherOptions: 'plain' },
      logout: configures,
    },
    examples: {
      'skopeo inspect docker://alpine': [],
      'skopeo delete docker://registry.example/x': 'change container/delete',
    },
  },
}

function composeProgram(): Program {
  const table: Program = {
    ...compose,
    tier: 'execute',
    examples: {
      'docker-compose logs -f': [],
      'docker-compose run web rm -rf /data': ['run rm -rf /data in container web', 'delete /data in container web'],
    },
  }
  return { ...table, custom: call => runEngine(table, call) }
}
