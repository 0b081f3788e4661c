/** Guesses which command or option was meant by an unknown one, from its spelling or its meaning. */
import type { Command } from 'commander'
import { closestMatch } from 'leven'
import { visibleCommands } from './completion/complete-words.ts'

/** What people and other programs call a command or an option. Its name here comes first. */
const synonyms = new Map(
  [
    ['users', 'people', 'accounts', 'persons', 'clients'],
    ['groups', 'teams', 'roles'],
    ['plants', 'items', 'flowers'],
    ['grants', 'permissions', 'rights', 'acl', 'policies'],
    ['access', 'permissions', 'who', 'why', 'explain', 'effective'],
    ['tokens', 'keys', 'apikeys', 'api-keys', 'credentials', 'secrets'],
    ['audit', 'history', 'journal', 'events', 'trail'],
    ['add', 'create', 'new', 'make', 'insert', 'invite', 'register'],
    ['create', 'add', 'new', 'make', 'issue', 'generate', 'mint'],
    ['remove', 'delete', 'del', 'rm', 'drop', 'destroy', 'revoke'],
    ['revoke', 'remove', 'delete', 'del', 'rm', 'invalidate', 'expire', 'disable'],
    ['list', 'ls', 'all', 'show', 'get', 'find', 'search'],
    ['show', 'get', 'view', 'describe', 'inspect', 'info', 'members'],
    ['rename', 'mv', 'move'],
    ['set', 'update', 'edit', 'change', 'modify', 'rename'],
    ['disable', 'deactivate', 'suspend', 'block', 'lock', 'ban'],
    ['enable', 'activate', 'unblock', 'unlock', 'resume'],
    ['rotate', 'renew', 'refresh', 'roll', 'regenerate', 'replace'],
    ['purge', 'prune', 'clean', 'cleanup', 'gc'],
    ['add-member', 'join', 'addmember', 'add-user', 'assign'],
    ['remove-member', 'leave', 'removemember', 'remove-user', 'unassign'],
    ['import', 'load', 'ingest', 'seed', 'upload'],
    ['serve', 'start', 'run', 'up', 'server', 'listen', 'daemon'],
    ['demo', 'sample', 'example', 'try'],
    ['config', 'settings', 'env', 'configuration', 'options'],
    ['doctor', 'diagnose', 'health', 'status', 'ping', 'test'],
    ['migrate', 'init', 'setup', 'upgrade', 'install', 'schema'],
    ['verify', 'check', 'fsck', 'validate', 'integrity', 'repair'],
    ['backup', 'dump', 'export', 'save', 'snapshot', 'copy'],
    ['restore', 'recover', 'rollback', 'undo'],
    ['completion', 'completions', 'autocomplete', 'shell'],
    ['yes', 'force', 'confirm', 'assume-yes', 'no-confirm', 'no-prompt'],
    ['dry-run', 'simulate', 'preview', 'noop', 'check', 'what-if'],
    ['expires', 'ttl', 'expiry', 'expiration', 'lifetime', 'valid-for', 'expires-in'],
    ['database', 'db', 'sqlite', 'file'],
    ['operator-port', 'admin-port', 'metrics-port', 'management-port'],
    ['host', 'address', 'bind', 'listen', 'ip', 'hostname'],
    ['log-level', 'verbose', 'verbosity', 'debug', 'quiet', 'level'],
    ['log-format', 'format'],
    ['user', 'username', 'for', 'owner', 'who', 'account'],
    ['group', 'team', 'role'],
    ['tag', 'label', 'type', 'kind', 'category'],
    ['name', 'label', 'title', 'description'],
    ['plant', 'id', 'plant-id'],
    ['key', 'external-id', 'ref'],
    ['limit', 'max', 'count', 'top', 'first', 'page-size'],
    ['after', 'offset', 'cursor', 'start', 'skip'],
    ['overlap', 'grace', 'grace-period', 'keep'],
  ].map(([name = '', ...others]): [string, readonly string[]] => [name, others]),
)

/**
 * The command that was probably meant, such as `plant-store tokens create` for `plant-store token add`. The first argument
 * of `command` names none of its subcommands. Undefined where nothing is similar.
 */
export function suggestCommand(command: Command, path: string): string | undefined {
  const words = command.args.filter((word) => !word.startsWith('-'))
  const meant = resolve(command, words)
  return meant.length === 0 ? undefined : [path, ...meant].join(' ')
}

/** The option probably meant by `flag`, such as `--yes` for `--force`; undefined where nothing is similar. */
export function suggestOption(command: Command, flag: string): string | undefined {
  const options = [command, ...ancestorsOf(command)].flatMap(({ options: own }) => own)
  const names = options.filter(({ hidden }) => !hidden).map((option) => option.long?.slice(2) ?? '')
  const name = nearest(flag.replace(/^-+/, ''), names)
  return name === undefined ? undefined : `--${name}`
}

function ancestorsOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

/** The names of the subcommands nearest to the words, as deep as there are subcommands. */
function resolve(command: Command, [first, second, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  const after = second === undefined ? [] : [second, ...rest]
  const child = nearestCommand(command, first)
  if (child !== undefined) return [child.name(), ...resolve(child, after)]
  // The words may be swapped, as in `create user` for `users add`.
  const object = second === undefined ? undefined : nearestCommand(command, second)
  const verb = object && nearestCommand(object, first)
  return object === undefined || verb === undefined ? [] : [object.name(), verb.name()]
}

function nearestCommand(command: Command, word: string): Command | undefined {
  const commands = visibleCommands(command)
  const name = nearest(
    word,
    commands.map((each) => each.name()),
  )
  return commands.find((each) => each.name() === name)
}

/** The name that equals the word, means the same, or is spelled similarly. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const given = word.toLowerCase()
  if (names.includes(given)) return given
  const meant = names.find((name) => synonyms.get(name)?.includes(given) === true)
  return meant ?? closestMatch(given, [...names], { maxDistance: Math.min(3, Math.floor(given.length / 2)) })
}
