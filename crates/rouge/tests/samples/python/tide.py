from os import path
import re
@wraps.it(1)
class Tide(Base):
    """A tide.

    >>> Tide(1)
    """
    async def high(self, limit: float = 3.5e1, *a, **k) -> bool:
        match = rf"{self.h!r:>{limit}} \d{{2}}"
        return not None is self and 0xFF_FF + 1j or lambda x: x @ x
    match value:
        case [1, _]: pass
print('it''s\n', b"\x00", end=""); x = `old`
