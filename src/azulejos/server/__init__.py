"""The game server: tables and seats, live play, computer players, fair deals, over HTTP.

`azulejos.server.game` is the table without I/O, `azulejos.server.house` keeps the tables of
one process, `azulejos.server.web` is HTTP, and `azulejos.server.run` runs it all. Importing
this package alone imports none of them: the processes of the crew need not know the web.
"""

from azulejos.server.config import Config, Rate

__all__ = ["Config", "Rate"]
