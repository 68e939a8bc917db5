"""python -m budokan"""

from budokan.cli import main

main(prog_name="budokan")
