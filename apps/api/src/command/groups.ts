/** `plant-store groups`: named sets of users. */
import type { Group } from '@plant-store/store'
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import type { Surroundings } from './surroundings.ts'
import { formatTime } from './terminal/format-time.ts'
import type { Column } from './terminal/print-table.ts'
import { withStore } from './with-store.ts'

export function addGroups(program: Command, around: Surroundings): void {
  const groups = program.command('groups').description('sets of users that plants can be granted to')
  addExamples(groups, 'plant-store groups add gardeners', 'plant-store groups list')
  addAdd(groups, around)
  addList(groups, around)
  addAddMember(groups, around)
  addRemoveMember(groups, around)
  addRemove(groups, around)
}

function addAdd(groups: Command, around: Surroundings): void {
  const add = groups.command('add').description('add a group without members').argument('<name>')
  addExamples(add, 'plant-store groups add gardeners')
  add.action((name: string) =>
    withStore(around, add, async (store, output) => {
      const group = await store.addGroup(name)
      await output.result(group, `Added group ${group.name}.`)
    }),
  )
}

const columns: readonly Column<Group>[] = [
  { title: 'NAME', cell: (group) => group.name },
  { title: 'MEMBERS', cell: (group) => group.members },
  { title: 'ADDED', cell: (group) => formatTime(group.createdAt) },
]

function addList(groups: Command, around: Surroundings): void {
  const list = groups.command('list').description('list all groups')
  addExamples(list, 'plant-store groups list')
  list.action(() =>
    withStore(around, list, (store, output) => output.list(store.groups(), columns, 'There are no groups.')),
  )
}

function addAddMember(groups: Command, around: Surroundings): void {
  const join = groups
    .command('add-member')
    .description('make a user a member, who then sees what the group sees')
    .argument('<group>')
    .argument('<user>')
  addExamples(join, 'plant-store groups add-member herbarium Mei')
  join.action((group: string, user: string) =>
    withStore(around, join, async (store, output) => {
      const changed = await store.addMember(group, user)
      const text = changed
        ? `${user} is now a member of ${group}.`
        : `${user} already was a member of ${group}.`
      await output.result({ group, user, changed }, text)
    }),
  )
}

function addRemoveMember(groups: Command, around: Surroundings): void {
  const leave = groups
    .command('remove-member')
    .description('end a membership; what was granted to the user directly stays')
    .argument('<group>')
    .argument('<user>')
  addExamples(leave, 'plant-store groups remove-member herbarium Mei')
  leave.action((group: string, user: string) =>
    withStore(around, leave, async (store, output) => {
      const changed = await store.removeMember(group, user)
      const text = changed
        ? `${user} is no longer a member of ${group}.`
        : `${user} was no member of ${group}.`
      await output.result({ group, user, changed }, text)
    }),
  )
}

function addRemove(groups: Command, around: Surroundings): void {
  const remove = groups.command('remove').description('remove a group and its grants, not its members')
  addExamples(remove.argument('<name>'), 'plant-store groups remove gardeners')
  remove.action((name: string) =>
    withStore(around, remove, async (store, output) => {
      await store.removeGroup(name)
      await output.result({ removed: name }, `Removed group ${name}.`)
    }),
  )
}
