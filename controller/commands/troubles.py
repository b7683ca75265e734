"""What a command may end with in a sentence, instead of a traceback."""

from __future__ import annotations

from config.load import ConfigError
from controller.cannot_go_on import CannotGoOn
from drivers.link import LinkLost

TROUBLES = (CannotGoOn, ConfigError, LinkLost, OSError, UnicodeEncodeError)


def sentence(trouble: BaseException) -> str:
    if isinstance(trouble, OSError) and trouble.filename is not None:
        return (
            f"{trouble.filename} cannot be used ({trouble.strerror}): see to its name, its owner and the disk"
        )
    if isinstance(trouble, OSError) and trouble.strerror is not None:
        return f"something could not be read or written ({trouble.strerror}): see to disk, input and output"
    if isinstance(trouble, UnicodeEncodeError):
        return (
            f"what is to be printed cannot be written in {trouble.encoding}: put PYTHONUTF8=1 before the "
            "command, on a terminal that shows UTF-8, or into a file"
        )
    return str(trouble)
