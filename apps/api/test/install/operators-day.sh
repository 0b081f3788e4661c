# An operator's day, starting from an empty directory. Anything unexpected ends it.
set -eu

step() { printf '\n== %s\n' "$*"; }
# Ends the day unless standard input contains the text.
expect() {
  said=$(cat)
  printf '%s\n' "$said"
  case $said in *"$1"*) ;; *) printf 'expected: %s\n' "$1" >&2; exit 1 ;; esac
}
refuse() {
  said=$(cat)
  case $said in *"$1"*) printf '%s\nnot expected: %s\n' "$said" "$1" >&2; exit 1 ;; esac
}
# What the holder of a token sees; fails if the token is refused.
seen() { curl --silent --show-error --fail --header "Authorization: Bearer $1" "$url/plants"; }
# Waits until the log of the service has a line of this form.
logged() { until grep --quiet "$1" service.log; do sleep 0.05; done; grep "$1" service.log | tail -n 1; }

step 'Plants and people'
plant-store migrate
cat > plants.csv <<'CSV'
key,name,tag
acer-saccharum,Sugar maple,Acer
acer-rubrum,Red maple,Acer
bambusa,Bamboo,Bambuseae
camellia,Tea,Camellia
CSV
cat > users.json <<'JSON'
[{ "name": "Zoe" }, { "name": "Mei", "groups": ["kitchen"] }]
JSON
plant-store import plants plants.csv | expect '4 added'
plant-store import users users.json | expect '2 added'
plant-store groups add botanists
plant-store groups add-member botanists Zoe

step 'Who sees what'
plant-store grants add --group botanists --tag Acer | expect 'Granted 2 plants to group botanists.'
plant-store grants add --user Zoe --name Bamboo --name 'Red maple' | expect 'Granted 2 plants to user Zoe.'
plant-store grants list --user Zoe | expect 'Bamboo'
plant-store grants add --group botanists --tag Ficus --standing | expect 'No plant has that tag yet'

step 'A service, and a token'
plant-store serve --port 0 --operator-port 0 --log-format json > service.log &
service=$!
trap 'kill "$service" 2>/dev/null || true' EXIT
url=$(logged '"msg":"listening"' | sed 's/.*"url":"\([^"]*\)".*/\1/')
old=$(plant-store tokens create Zoe --name laptop --expires 90d)
seen "$old" | expect '[{"name":"Sugar maple","tag":"Acer"},{"name":"Red maple","tag":"Acer"},{"name":"Bamboo","tag":"Bambuseae"}]'

step 'A grant that is taken back, and what a group still gives'
plant-store grants remove --user Zoe --name 'Red maple' --dry-run | expect 'Nothing was changed.'
plant-store grants remove --user Zoe --name 'Red maple' |
  expect 'Revoked 1 plant from user Zoe. Still seen by user Zoe: 1 plant through group botanists.'
seen "$old" | expect 'Red maple'
plant-store access user Zoe | expect 'group botanists'
plant-store access plant 3 | expect 'own grant'

step 'A new token for the old one; who still uses the old one?'
new=$(plant-store tokens rotate 1 --overlap 7d)
seen "$new" | expect 'Bamboo'
seen "$old" | expect 'Bamboo'
logged '"tokenId":2,' | expect '"user":"Zoe"'
logged '"tokenId":1,' | expect '"clientAddress":"127.0.0.1"'
plant-store tokens revoke 1 | expect 'Revoked token 1 (laptop) of user Zoe.'
if seen "$old"; then exit 1; fi
logged '"refusal":"revoked"' | expect '"tokenId":1,'

step 'The file of plants has grown, and a name in it was mended'
sed -i 's/Red maple/Scarlet maple/' plants.csv
echo 'ficus,Fig,Ficus' >> plants.csv
plant-store import plants plants.csv | expect '1 added, 1 updated, 3 unchanged'
seen "$new" | expect 'Scarlet maple'
seen "$new" | expect '"Fig"'
plant-store access user Zoe | expect 'group botanists (standing, tag Ficus)'

step 'Plants that are removed and imported again'
plant-store plants remove --tag Ficus --yes | expect 'Removed 1 plant'
seen "$new" | refuse '"Fig"'
plant-store import plants plants.csv | expect '1 added'
seen "$new" | expect '"Fig"'

step 'A user who has married, and is on holiday'
plant-store users rename Zoe 'Zoe Okafor' --actor Mei
seen "$new" | expect 'Bamboo'
plant-store users disable 'Zoe Okafor'
if seen "$new"; then exit 1; fi
logged '"refusal":"user disabled"' | expect '"user":"Zoe Okafor"'
plant-store users enable 'Zoe Okafor'
seen "$new" | expect 'Bamboo'
plant-store users rename 'Zoe Okafor' Zoe

step 'Who changed what?'
plant-store audit | expect 'Mei'
plant-store audit --json | expect '"command":"grants add --standing"'

step 'A backup, a mistake, and the backup on another path'
plant-store backup evening.db
plant-store users remove Zoe --yes
plant-store users list | refuse 'Zoe'
if seen "$new"; then exit 1; fi
mkdir elsewhere
plant-store restore evening.db --database elsewhere/plants.db --yes | expect '5 plants, 2 users and 1 active token'
plant-store users list --database elsewhere/plants.db | expect 'botanists'
plant-store verify --database elsewhere/plants.db | expect 'No problems found.'
plant-store verify | expect 'No problems found.'

step 'The end of the day'
kill "$service"
wait "$service"
trap - EXIT
