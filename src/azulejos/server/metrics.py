"""What the server counts, in the text form that Prometheus reads."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Requests by route and status, and how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: Counter[float] = Counter()
        self._total_seconds = 0.0

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests[method, route, status] += 1
        self._total_seconds += seconds
        for bucket in BUCKETS:
            if seconds <= bucket:
                self._seconds[bucket] += 1

    def format(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """Write everything down; gauges are a name, what it means, and its value."""
        lines = list(self._format_requests())
        for name, (meaning, value) in gauges.items():
            lines += [f"# HELP azulejos_{name} {meaning}", f"# TYPE azulejos_{name} gauge"]
            lines.append(f"azulejos_{name} {value:g}")
        return "\n".join(lines) + "\n"

    def _format_requests(self) -> Iterable[str]:
        name = "azulejos_http_requests_total"
        yield f"# HELP {name} Requests answered."
        yield f"# TYPE {name} counter"
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'{name}{{method="{method}",route="{route}",status="{status}"}} {count}'
        name = "azulejos_http_seconds"
        yield f"# HELP {name} Seconds to answer a request, event streams left out."
        yield f"# TYPE {name} histogram"
        for bucket in BUCKETS:
            yield f'{name}_bucket{{le="{bucket:g}"}} {self._seconds[bucket]}'
        total = self._requests.total()
        yield f'{name}_bucket{{le="+Inf"}} {total}'
        yield f"{name}_sum {self._total_seconds:.6f}"
        yield f"{name}_count {total}"
