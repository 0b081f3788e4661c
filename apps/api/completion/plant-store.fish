# Completion of plant-store in fish.
function __plant_store_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..] 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $lines
    end
end
complete -c plant-store -f -a '(__plant_store_complete)'
